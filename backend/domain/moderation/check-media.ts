import { Readable } from 'node:stream';
import { mediaKinds, type MediaInput, type ModerationOptions } from '#engine';
import { errors } from '#contract';
import { uuidv7 } from 'uuidv7';
import { inTransaction, type Db } from '#backend/db/connect';
import type { ModerationTable } from '#backend/db/types';
import type { WorkerContext } from '#backend/domain/context';
import type { EngineRefusal } from '#backend/domain/engine-refusal';
import { agesFrom, decide, evidenceWidth, type Decision } from './policy';
import { suspendAfterStrikes } from './strikes';

/** What is checked, and whose it is. */
export interface Checked extends Pick<ModerationTable, 'account_id' | 'subject' | 'subject_id' | 'name'> {
  /** Of the file that the owner sent: a verdict on it counts again for the same file. */
  sha256: string | null;
}

type Options = Pick<ModerationOptions, 'cuts' | 'durationMs' | 'fromMs' | 'toMs' | 'limits'> & { signal: AbortSignal };

type CheckContext = Pick<WorkerContext, 'db' | 'engine' | 'storage' | 'policy' | 'audit' | 'now' | 'log'>;

const errorOf = { stopped: 'content_stopped', refused: 'content_refused' } as const;

/**
 * Null if it may be shown. Otherwise the decision is stored, with a small picture if it can be appealed.
 * @throws EngineError, so that what cannot be examined is not shown
 */
export async function checkMedia(
  deps: CheckContext,
  media: MediaInput,
  checked: Checked,
  options: Options,
): Promise<EngineRefusal | null> {
  const policy = deps.policy.moderation;
  const read = { ...options, kinds: mediaKinds };
  const scores = await deps.engine.moderate(media, { ...read, agesFrom: agesFrom(policy) });
  const decision = decide(scores, policy);
  const { outcome, frame } = decision;
  if (outcome === 'allowed') return null;
  if (outcome === 'stopped' && (await hasBeenAllowed(deps.db, checked))) return null;
  const id = uuidv7();
  const evidence_key = outcome === 'stopped' ? `moderation/${id}/picture.jpg` : null;
  if (evidence_key) {
    const fromMs = (options.fromMs ?? 0) + frame.atMs;
    const { jpeg } = await deps.engine.still(media, evidenceWidth, { ...read, fromMs });
    await deps.storage.put(evidence_key, Readable.from([jpeg]));
  }
  const { model, frames } = scores;
  const { nudity, nudityWithMinor, minorAge } = policy;
  const stored = { ...frame, frames: frames.length, thresholds: { nudity, nudityWithMinor, minorAge } };
  await record(deps, { id, ...checked, outcome, model, evidence_key, scores: JSON.stringify(stored) });
  deps.log.info({ moderation: id, subject: checked.subject, outcome }, 'content_not_allowed');
  return { error: errorOf[outcome], message: errors[errorOf[outcome]].message };
}

/** By an operator's verdict on this account's same file. */
async function hasBeenAllowed(db: Db, { account_id, sha256 }: Checked): Promise<boolean> {
  if (!sha256) return false;
  const verdict = await db
    .selectFrom('moderation')
    .select('id')
    .where('account_id', '=', account_id)
    .where('sha256', '=', sha256)
    .where('verdict', '=', 'allowed')
    .executeTakeFirst();
  return verdict !== undefined;
}

type Entry = Checked & { id: string; outcome: Exclude<Decision['outcome'], 'allowed'> } & Pick<
    ModerationTable,
    'model' | 'evidence_key'
  > & { scores: string };

/** Once: a job that is repeated decides alike. The leftover picture is swept. */
function record(deps: CheckContext, entry: Entry): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    await trx
      .insertInto('moderation')
      .values(entry)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (entry.outcome === 'refused') await suspendAfterStrikes(trx, deps, entry.account_id);
  });
}
