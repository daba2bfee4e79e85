import { expect, onTestFinished, test } from 'vitest';
import { openBackend, type TestBackend } from '#tests/support/backend';
import { patience } from '#tests/support/patience';

const ada = { email: 'ada@example.com', password: 'a long enough phrase' };

/** The queue deletes a job that has ended. */
async function onJobEnd({ pool }: TestBackend, statement: string): Promise<void> {
  await pool.query('create sequence ends');
  onTestFinished(async () => {
    await pool.query('drop trigger on_end on graphile_worker._private_jobs');
    await pool.query('drop function on_end');
    await pool.query('drop sequence ends');
  });
  await pool.query(`create function on_end() returns trigger language plpgsql as $$
    begin ${statement} return old; end $$`);
  await pool.query(
    'create trigger on_end before delete on graphile_worker._private_jobs for each row execute function on_end()',
  );
}

const jobsOf = async ({ pool }: TestBackend) =>
  (await pool.query('select task_identifier from graphile_worker.jobs')).rows;

const endsOf = async ({ pool }: TestBackend) =>
  (await pool.query<{ is_called: boolean }>('select is_called from ends')).rows[0]!.is_called;

test('a worker that stops waits until the end of its last job is written', async () => {
  const backend = await openBackend();
  await onJobEnd(backend, `perform nextval('ends'); perform pg_sleep(0.5);`);
  const stop = await backend.startWorker();
  await backend.call('email_register', ada);
  await expect.poll(() => endsOf(backend), patience).toBe(true);
  await stop();
  expect(await jobsOf(backend)).toEqual([]);
});

test('a worker that cannot write the end of a job gives up, and another one ends it', async () => {
  const backend = await openBackend();
  await onJobEnd(backend, `if nextval('ends') = 1 then raise exception 'not now'; end if;`);
  const errors: unknown[] = [];
  const stop = await backend.startWorker({ onEnded: (error) => errors.push(error) });
  await backend.call('email_register', ada);
  await expect.poll(() => errors, patience).toMatchObject([{ message: 'not now' }]);
  expect(await jobsOf(backend)).toHaveLength(1);
  await stop();
  await backend.startWorker();
  await expect.poll(() => jobsOf(backend), patience).toEqual([]);
});
