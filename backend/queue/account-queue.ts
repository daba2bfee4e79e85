import { sql, type Kysely, type Transaction } from 'kysely';
import type { WorkerUtils } from 'graphile-worker';
import type { Database } from '#backend/db/types';
import type { JobName, JobPayloads } from './port';

/** Takes minutes, and the batch lane alone works on it. */
const longWork: readonly JobName[] = ['make_playable', 'detect_persons_long', 'make_preview_long', 'swap_video'];

// Key of the advisory lock between jobs that are being added to a queue and the removal of idle queues.
const removalLock = 73_111;

/**
 * The queue of a job; null for jobs that are no account's. The jobs of one queue run one after the other, so one
 * account holds at most one worker with long work and one with quick work, however much it asks for. Quick work has a
 * queue of its own: an upload is looked at while a video of the same account is being swapped. So have faces, which
 * somebody waits for. Each webhook endpoint has one: a receiver that answers slowly delays itself alone.
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
 * Removes queues without jobs; a worker locks every idle queue when it looks for work. A job that is being added at the
 * same moment could find its queue and lose it before it commits, and would never run: then nothing is removed this time.
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
