import { sql } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import { currentRequest } from '#backend/lib/request-context';
import { queueNameFor } from './account-queue';
import { readQueue, waitingJob } from './read-queue';
import { jobNameFor, maxHelpers, type JobName, type JobPayloads, type JobQueue } from './port';

const maxAttempts = 3;

/** Of jobs that need another server. Pauses of the queue: e to the power of the attempt in seconds, at most 6 hours. */
const maxNetworkAttempts: Partial<Record<JobName, number>> = {
  send_mail: 13, // 22 hours
  payment_event: 8, // half an hour
  deliver_webhook: 8,
  block_face: 8,
  remove_files: 20, // 65 hours; no row names the files any more
};

interface AddOptions {
  name: JobName;
  payload: JobPayloads[JobName];
  priority?: number | undefined;
  delaySeconds?: number | undefined;
  quality?: string | undefined;
  queue?: string | null;
}

const helperKey = (taskId: string, helper: number) => `${taskId}:${helper}`;

/** Waiting jobs with the same key replace each other. */
function keyOf(payload: JobPayloads[JobName]): string | null {
  if ('task_id' in payload) return payload.task_id;
  if ('shared_task_id' in payload) return helperKey(payload.shared_task_id, payload.helper);
  if ('event_id' in payload) return payload.event_id;
  if ('delivery_id' in payload) return payload.delivery_id;
  return 'mail' in payload
    ? `${payload.mail}:${payload.order_id ?? payload.account_id ?? payload.email.toLowerCase()}`
    : null;
}

/** Inside a transaction, the job appears with its commit. */
function addJob({ name, payload, priority = 10, delaySeconds = 0, quality, queue = null }: AddOptions) {
  const attempts = maxNetworkAttempts[name] ?? maxAttempts;
  return sql`select graphile_worker.add_job(
    ${jobNameFor(name, quality)}, ${JSON.stringify({ ...payload, for_request: currentRequest().requestId })}::json, max_attempts => ${attempts}, job_key => ${keyOf(payload)}, priority => ${priority}, run_at => now() + make_interval(secs => ${delaySeconds}), queue_name => ${queue}
  )`;
}

export function graphileQueue(): JobQueue {
  return {
    async add(db, name, payload, options) {
      await inTransaction(db, async (trx) => {
        const queue = await queueNameFor(trx, name, payload);
        await addJob({ name, payload, ...options, queue }).execute(trx);
      });
    },
    async removeHelpers(db, taskId) {
      const keys = Array.from({ length: maxHelpers }, (_, helper) => helperKey(taskId, helper));
      await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs
        where key = any(${keys}::text[]) and locked_at is null`.execute(db);
    },
    read: readQueue,
    waitingJob,
  };
}
