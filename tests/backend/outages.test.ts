import { expect, test } from 'vitest';
import type { JobName, JobPayloads } from '#backend/queue/port';
import { openBackend, type TestBackend } from '#tests/support/backend';

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
