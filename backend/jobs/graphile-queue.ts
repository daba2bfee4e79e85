import { sql } from 'kysely';
import type pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { AppError } from '../domain/app-error';
import { currentRequest } from '../request-context';
import type { FaceExamination, JobName, JobPayloads, JobQueue } from './port';

/** A job that fails by itself or dies with its worker is tried this often in all. */
export const maxAttempts = 3;
/** A mail server or a payment provider may be away for longer: with the queue's growing pauses about half an hour. */
export const maxMailAttempts = 8;
const patienceMs = 30_000;

interface AddOptions {
  name: JobName;
  payload: JobPayloads[JobName];
  priority?: number | undefined;
  delaySeconds?: number | undefined;
}

/** A job that waits already takes the place of another with its key: pressed ten times, one mail is sent. */
function keyOf(payload: JobPayloads[JobName]): string | null {
  if ('task_id' in payload) return payload.task_id;
  if ('event_id' in payload) return payload.event_id;
  return 'mail' in payload ? `${payload.mail}:${payload.email.toLowerCase()}` : null;
}

/** graphile-worker's own function: called inside a transaction, the job appears with its commit. */
function addJob({ name, payload, priority = 10, delaySeconds = 0 }: AddOptions) {
  const attempts = name === 'send_mail' || name === 'payment_event' ? maxMailAttempts : maxAttempts;
  return sql`select graphile_worker.add_job(
    ${name}, ${JSON.stringify({ ...payload, for_request: currentRequest().requestId })}::json, max_attempts => ${attempts}, job_key => ${keyOf(payload)}, priority => ${priority}, run_at => now() + make_interval(secs => ${delaySeconds})
  )`;
}

/** Waits on one connection for the one answer sent to a channel. */
function answerOn(client: pg.PoolClient, channel: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('unavailable')), patienceMs);
    const done = () => clearTimeout(timer);
    client.once('error', (error) => (done(), reject(error)));
    client.on('notification', ({ channel: from, payload }) => {
      if (from !== channel) return;
      done();
      resolve(payload ?? '');
    });
  });
}

export const faceChannel = (requestId: string) => `face_${requestId}`;

/** The queue in the database itself: what a transaction enqueues exists only if it commits. */
export function graphileQueue(pool: pg.Pool): JobQueue {
  return {
    async add(db, name, payload, options) {
      await addJob({ name, payload, ...options }).execute(db);
    },

    async examineFace(files): Promise<FaceExamination> {
      const requestId = uuidv7();
      const channel = faceChannel(requestId);
      const client = await pool.connect();
      try {
        const answer = answerOn(client, channel);
        answer.catch(() => {}); // awaited below; must not be unhandled if adding the job fails first
        await client.query(`listen "${channel}"`);
        const payload = JSON.stringify({ ...files, request_id: requestId, for_request: currentRequest().requestId });
        await client.query('select graphile_worker.add_job($1, $2::json, max_attempts => $3, priority => 0)', [
          'examine_face',
          payload,
          maxAttempts,
        ]);
        return JSON.parse(await answer) as FaceExamination;
      } finally {
        client.removeAllListeners('notification');
        await client.query(`unlisten "${channel}"`).catch(() => {});
        client.release();
      }
    },
  };
}
