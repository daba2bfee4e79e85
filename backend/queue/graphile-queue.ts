import { sql } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import { currentRequest } from '#backend/lib/request-context';
import { queueNameFor } from './account-queue';
import type { JobName, JobPayloads, JobQueue } from './port';

/** A job that fails by itself or dies with its worker is tried this often in all. */
export const maxAttempts = 3;
/** A mail server or a payment provider may be away for longer: with the queue's growing pauses about half an hour. */
export const maxMailAttempts = 8;

/** Jobs that wait for another machine, or that nobody starts again. */
const patientJobs: JobName[] = ['send_mail', 'payment_event', 'deliver_webhook'];

interface AddOptions {
  name: JobName;
  payload: JobPayloads[JobName];
  priority?: number | undefined;
  delaySeconds?: number | undefined;
  /** Jobs of one queue run one after the other. */
  queue?: string | null;
}

/** A job that waits already takes the place of another with its key: pressed ten times, one mail is sent. */
function keyOf(payload: JobPayloads[JobName]): string | null {
  if ('task_id' in payload) return payload.task_id;
  if ('event_id' in payload) return payload.event_id;
  if ('delivery_id' in payload) return payload.delivery_id;
  return 'mail' in payload ? `${payload.mail}:${payload.email.toLowerCase()}` : null;
}

/** graphile-worker's own function: called inside a transaction, the job appears with its commit. */
function addJob({ name, payload, priority = 10, delaySeconds = 0, queue = null }: AddOptions) {
  const attempts = patientJobs.includes(name) ? maxMailAttempts : maxAttempts;
  return sql`select graphile_worker.add_job(
    ${name}, ${JSON.stringify({ ...payload, for_request: currentRequest().requestId })}::json, max_attempts => ${attempts}, job_key => ${keyOf(payload)}, priority => ${priority}, run_at => now() + make_interval(secs => ${delaySeconds}), queue_name => ${queue}
  )`;
}

/** The queue in the database itself: what a transaction enqueues exists only if it commits. */
export function graphileQueue(): JobQueue {
  return {
    async add(db, name, payload, options) {
      await inTransaction(db, async (trx) => {
        const queue = await queueNameFor(trx, name, payload);
        await addJob({ name, payload, ...options, queue }).execute(trx);
      });
    },
  };
}
