import { parseCrontab } from 'graphile-worker';
import { expect, onTestFinished, test } from 'vitest';
import { runPaymentRound } from '#backend/jobs/payment-round';
import { crontab } from '#backend/jobs/run-worker';
import { openBackend, type TestBackend } from '#tests/support/backend';
import { patience } from '#tests/support/patience';

const jobsOf = async ({ pool }: TestBackend, name: string) =>
  (
    await pool.query<{ id: string; is_running: boolean }>(
      `select id, locked_at is not null as is_running from graphile_worker.jobs where task_identifier = $1 order by id`,
      [name],
    )
  ).rows;

test('a recurring job replaces the one that still waits, and is not retried for days', () => {
  const items = parseCrontab(crontab);
  expect(items.map(({ task, options }) => [task, options.jobKey, options.jobKeyMode, options.maxAttempts])).toEqual([
    ['sweep', 'sweep', 'replace', 3],
    ['sweep_leftovers', 'sweep_leftovers', 'replace', 3],
    ['payment_round', 'payment_round', 'replace', 1],
  ]);
});

test('a payment round does not wait for the job that keeps its worker busy', async () => {
  const backend = await openBackend();
  let end = () => {};
  const sending = new Promise<void>((resolve) => (end = resolve));
  await backend.startWorker({ mailer: { send: () => sending } });
  onTestFinished(() => end());
  await backend.call('email_register', { email: 'ada@example.com', password: 'a long enough phrase' });
  await expect.poll(() => jobsOf(backend, 'send_mail'), patience).toMatchObject([{ is_running: true }]);
  await backend.deps.jobs.add(backend.db, 'payment_round', {});
  await expect.poll(() => jobsOf(backend, 'payment_round'), patience).toEqual([]);
  expect(await jobsOf(backend, 'send_mail')).toMatchObject([{ is_running: true }]);
});

test('a payment round leaves the payments to an earlier one that still runs', async () => {
  const backend = await openBackend();
  for (let n = 0; n < 2; n++) await backend.deps.jobs.add(backend.db, 'payment_round', {});
  await backend.pool.query('update graphile_worker._private_jobs set locked_at = now()');
  const [earlier, later] = await jobsOf(backend, 'payment_round');
  expect(await runPaymentRound(backend.deps, later!.id)).toBe('skipped');
  expect(await runPaymentRound(backend.deps, earlier!.id)).toBe('done');
});
