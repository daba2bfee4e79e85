import { expect, test } from 'vitest';
import type { JobName, JobPayloads } from '#backend/queue/port';
import { openBackend, type TestBackend } from '#tests/support/backend';
import { patience } from '#tests/support/patience';

/** From the first attempt of the job to its last, by the pauses of graphile-worker. */
async function hoursOf<N extends JobName>({ db, deps, pool }: TestBackend, name: N, payload: JobPayloads[N]) {
  await deps.jobs.add(db, name, payload);
  const { rows } = await pool.query<{ hours: number }>(
    `select (select sum(exp(least(attempt, 10)))::float8 from generate_series(1, max_attempts - 1) attempt) / 3600 as hours
    from graphile_worker.jobs where task_identifier = $1`,
    [name],
  );
  return rows[0]!.hours;
}

test('files are still removed after a weekend without their store', async () => {
  const backend = await openBackend();
  expect(await hoursOf(backend, 'remove_files', { keys: ['faces/a'] })).toBeGreaterThan(60);
});

test('a mail is still sent after most of a day without a mail server', async () => {
  const backend = await openBackend();
  expect(await hoursOf(backend, 'send_mail', { mail: 'reset', email: 'ada@example.com' })).toBeGreaterThan(20);
});

test('a job that failed for good, and the address in it, is deleted after a week', async () => {
  const backend = await openBackend();
  await backend.deps.jobs.add(backend.db, 'sweep', {}, { delaySeconds: 3600 });
  const mail = async (email: string, state: string) => {
    await backend.deps.jobs.add(backend.db, 'send_mail', { mail: 'reset', email });
    await backend.pool.query(`update graphile_worker._private_jobs set ${state} where key = $1`, [`reset:${email}`]);
  };
  const failed = 'attempts = max_attempts';
  await mail('old@example.com', `${failed}, run_at = now() - interval '7 days 1 minute'`);
  await mail('recent@example.com', `${failed}, run_at = now() - interval '6 days'`);
  await mail('waiting@example.com', `run_at = now() - interval '8 days'`);
  const jobs = async () =>
    (await backend.pool.query<{ key: string | null }>('select key from graphile_worker.jobs order by id')).rows;
  await backend.startWorker();
  await backend.pool.query(`update graphile_worker._private_jobs set run_at = now() where key is null`);
  await expect.poll(jobs, patience).toEqual([{ key: 'reset:recent@example.com' }]);
});
