import { sql, type Kysely, type Transaction } from 'kysely';
import type { WorkerUtils } from 'graphile-worker';
import type { Database } from '#backend/db/types';
import type { JobName, JobPayloads } from './port';

/** Takes minutes; batch lane only. */
const longWork: readonly JobName[] = [
  'make_playable',
  'detect_persons_long',
  'make_preview_long',
  'make_export_long',
  'swap_video',
];

// Advisory lock: adding to a queue (shared) against removing idle ones (exclusive).
const removalLock = 73_111;

/**
 * Null without an account. One job at a time: an account occupies one worker with long and one with quick jobs at most.
 * A slow webhook endpoint delays only itself.
 */
export async function queueNameFor(
  trx: Transaction<Database>,
  name: JobName,
  payload: JobPayloads[JobName],
): Promise<string | null> {
  const owner = ownerOf(trx, payload);
  if (!owner) return null;
  await sql`select pg_advisory_xact_lock_shared(${removalLock})`.execute(trx);
  const row = await owner.executeTakeFirst();
  if (!row) return null;
  if (name === 'deliver_webhook') return `webhook:${row.owner}`;
  const kind = name === 'examine_face' ? 'face' : longWork.includes(name) ? 'long' : 'quick';
  return `${kind}:${row.owner}`;
}

function ownerOf(trx: Transaction<Database>, payload: JobPayloads[JobName]) {
  if ('task_id' in payload) {
    return trx.selectFrom('task').select('account_id as owner').where('id', '=', payload.task_id);
  }
  if ('delivery_id' in payload) {
    return trx.selectFrom('webhook_delivery').select('endpoint_id as owner').where('id', '=', payload.delivery_id);
  }
  if (!('examination_id' in payload)) return undefined;
  return trx.selectFrom('face_examination').select('account_id as owner').where('id', '=', payload.examination_id);
}

/**
 * A worker locks every idle queue when it looks for work. Removes nothing while a job is added: it could lose its queue
 * before its commit.
 */
export async function removeIdleQueues(db: Kysely<Database>, utils: WorkerUtils): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ alone: boolean }>`select pg_try_advisory_xact_lock(${removalLock}) as alone`.execute(
      trx,
    );
    if (rows[0]?.alone) await utils.cleanup({ tasks: ['GC_JOB_QUEUES'] });
    return Boolean(rows[0]?.alone);
  });
}
