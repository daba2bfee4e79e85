import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { uuidv7 } from 'uuidv7';
import { expect, onTestFinished, test } from 'vitest';
import { removeIdleQueues } from '#backend/queue/account-queue';
import { releaseJobsOfDeadWorkers } from '#backend/jobs/liveness';
import type { JobName } from '#backend/queue/port';
import { queuePreset } from '#backend/queue/preset';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';

type TaskJob = 'probe_material' | 'detect_persons_long' | 'swap_video';

async function enqueue(
  { db, deps }: TestBackend,
  { accountId }: Member,
  name: TaskJob,
  priority = 10,
): Promise<string> {
  const id = uuidv7();
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('task').values({ id, account_id: accountId, kind: 'probe' }).execute();
    await deps.jobs.add(trx, name, { task_id: id }, { priority });
  });
  return id;
}

const logger = new Logger(() => () => {});

/** Milliseconds. */
const never = 2 ** 31 - 1;

async function openWorkers(backend: TestBackend, count: number, pollInterval = 50) {
  const running = new Map<string, () => void>();
  const started: string[] = [];
  const work = (payload: unknown) =>
    new Promise<void>((resolve) => {
      const { task_id } = payload as { task_id: string };
      started.push(task_id);
      running.set(task_id, () => (running.delete(task_id), resolve()));
    });
  const names: JobName[] = ['probe_material', 'detect_persons_long', 'swap_video'];
  const taskList = Object.fromEntries(names.map((name) => [name, work]));
  const settings = { concurrency: 1, noHandleSignals: true, pollInterval, preset: queuePreset };
  const options = { pgPool: backend.pool, ...settings, logger, taskList };
  const runners = await Promise.all(Array.from({ length: count }, () => run(options)));
  onTestFinished(async () => {
    running.forEach((end) => end());
    const timer = setInterval(() => running.forEach((end) => end()), 5);
    await Promise.all(runners.map((runner) => runner.stop()));
    clearInterval(timer);
  });
  return { started, end: (task: string) => running.get(task)!() };
}

test('one account’s jobs run one at a time, so that another account’s job runs next', async () => {
  const backend = await openBackend();
  const [ada, bo] = [await member(backend), await member(backend)];
  const { started, end } = await openWorkers(backend, 2);
  const hers: string[] = [];
  for (let n = 0; n < 5; n++) hers.push(await enqueue(backend, ada, 'swap_video'));
  await expect.poll(() => started).toEqual([hers[0]]);
  const his = await enqueue(backend, bo, 'swap_video', 19);
  await expect.poll(() => started).toEqual([hers[0], his]);
  end(hers[0]!);
  await expect.poll(() => started).toEqual([hers[0], his, hers[1]]);
});

test('the next job of an account runs at once, and does not wait for the workers’ poll', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const hers: string[] = [];
  for (let n = 0; n < 5; n++) hers.push(await enqueue(backend, ada, 'probe_material'));
  const { started, end } = await openWorkers(backend, 2, never);
  for (let n = 0; n < 5; n++) {
    await expect.poll(() => started).toEqual(hers.slice(0, n + 1));
    end(hers[n]!);
  }
});

test('an account’s quick jobs do not wait for its long jobs', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { started } = await openWorkers(backend, 3);
  const long = await enqueue(backend, ada, 'swap_video');
  await expect.poll(() => started).toEqual([long]);
  const quick = await enqueue(backend, ada, 'probe_material');
  await expect.poll(() => started).toEqual([long, quick]);
  await enqueue(backend, ada, 'detect_persons_long');
  await enqueue(backend, ada, 'probe_material');
  const other = await enqueue(backend, await member(backend), 'probe_material', 30);
  await expect.poll(() => started).toEqual([long, quick, other]);
});

test('the waiting job with the lowest priority number runs first', async () => {
  const backend = await openBackend();
  const { started, end } = await openWorkers(backend, 1);
  const first = await enqueue(backend, await member(backend), 'swap_video');
  await expect.poll(() => started).toEqual([first]);
  const late = await enqueue(backend, await member(backend), 'swap_video', 12);
  const soon = await enqueue(backend, await member(backend), 'probe_material', 1);
  end(first);
  await expect.poll(() => started).toEqual([first, soon]);
  end(soon);
  await expect.poll(() => started).toEqual([first, soon, late]);
});

async function utilsOf(backend: TestBackend) {
  const utils = await makeWorkerUtils({ pgPool: backend.pool, logger });
  onTestFinished(async () => utils.release());
  return utils;
}

test('a dead worker’s queue is released, even if its job is gone', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const utils = await utilsOf(backend);
  await enqueue(backend, ada, 'swap_video');
  const lock = `locked_by = 'gone', locked_at = now() - interval '1 minute'`;
  await backend.pool.query(`update graphile_worker._private_jobs set ${lock}`);
  await backend.pool.query(`update graphile_worker._private_job_queues set ${lock}`);
  expect(await releaseJobsOfDeadWorkers(backend.db, utils)).toEqual(['gone']);
  await backend.pool.query(`update graphile_worker._private_job_queues set ${lock}`);
  expect(await releaseJobsOfDeadWorkers(backend.db, utils)).toEqual(['gone']);
  const { started } = await openWorkers(backend, 1);
  await expect.poll(() => started).toHaveLength(1);
});

test('idle queues are removed, unless a job is being added', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const utils = await utilsOf(backend);
  const queues = async () =>
    (await backend.pool.query('select queue_name from graphile_worker._private_job_queues')).rows.length;
  await enqueue(backend, ada, 'swap_video');
  expect(await removeIdleQueues(backend.db, utils)).toBe(true);
  expect(await queues()).toBe(1);
  await backend.pool.query('delete from graphile_worker._private_jobs');

  const id = uuidv7();
  await backend.db.transaction().execute(async (trx) => {
    await trx.insertInto('task').values({ id, account_id: ada.accountId, kind: 'probe' }).execute();
    await backend.deps.jobs.add(trx, 'swap_video', { task_id: id });
    expect(await removeIdleQueues(backend.db, utils)).toBe(false);
  });
  expect(await queues()).toBe(1);
  await backend.pool.query('delete from graphile_worker._private_jobs');
  expect(await removeIdleQueues(backend.db, utils)).toBe(true);
  expect(await queues()).toBe(0);
});
