import { Logger, run } from 'graphile-worker';
import { uuidv7 } from 'uuidv7';
import { expect, onTestFinished, test, vi } from 'vitest';
import { publishQualities } from '#backend/domain/quality/publish-qualities';
import { presentTask, type TaskRow } from '#backend/domain/task/present';
import { estimateWork } from '#backend/domain/estimate/estimate-work';
import { openLiveness } from '#backend/jobs/liveness';
import type { Lane } from '#backend/queue/port';
import { queuePreset } from '#backend/queue/preset';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { patience } from '#tests/support/patience';

const whole = { trim_start_ms: null, trim_end_ms: null };
const tenSeconds = { kind: 'video', format: 'mp4', width: 1000, height: 1000, fps: 25, duration_ms: 10_000 } as const;
const now = new Date('2026-01-01T12:00:00Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

async function addTask({ db }: TestBackend, { accountId }: Member, columns: object) {
  const values = { id: uuidv7(), account_id: accountId, kind: 'swap', ...columns } as const;
  return db.insertInto('task').values(values).returningAll().executeTakeFirstOrThrow();
}

test('the expected time is the median rate of the last twenty tasks of the same work', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const first = await estimateWork(backend.db, 'swap', tenSeconds, whole);
  expect(first).toMatchObject({ work: 'swap:video', work_units: 250 });
  expect(first.expected_ms).toBeGreaterThan(1_000);

  const done = { status: 'succeeded', work: 'swap:video', work_units: 100 };
  // Neither older nor failed tasks count.
  for (let n = 0; n < 20; n++)
    await addTask(backend, ada, { ...done, started_at: before(9e5), finished_at: before(1e5) });
  for (let n = 0; n < 19; n++)
    await addTask(backend, ada, { ...done, started_at: before(20), finished_at: before(10) });
  await addTask(backend, ada, { ...done, started_at: before(1000), finished_at: before(9) });
  await addTask(backend, ada, { ...done, status: 'failed', started_at: before(1000), finished_at: before(5) });
  const measured = await estimateWork(backend.db, 'swap', tenSeconds, whole);
  expect(measured.expected_ms).toBe(25_000); // 10 s for 100 units
  const part = { trim_start_ms: 0, trim_end_ms: 2_000 };
  expect((await estimateWork(backend.db, 'swap', tenSeconds, part)).expected_ms).toBe(5_000);
});

test('a task that ended before it began, by a clock that was set back, is not measured', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const done = { status: 'succeeded', work: 'swap:video', work_units: 100 };
  const unmeasured = await estimateWork(backend.db, 'swap', tenSeconds, whole);
  await addTask(backend, ada, { ...done, started_at: before(0), finished_at: before(60) });
  expect(await estimateWork(backend.db, 'swap', tenSeconds, whole)).toEqual(unmeasured);
});

test('a HEIC photo, which is decoded in full, has a rate of its own, for each megapixel', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const photo = { kind: 'photo', format: 'heic', width: 4000, height: 3000, fps: null, duration_ms: null } as const;
  const done = { status: 'succeeded', work_units: 1, started_at: before(11), finished_at: before(10) };
  await addTask(backend, ada, { ...done, work: 'detection:photo' });
  const first = await estimateWork(backend.db, 'detection', photo, whole);
  expect(first).toMatchObject({ work: 'detection:photo:heic', work_units: 14, expected_ms: 9_800 });
  const jpeg = await estimateWork(backend.db, 'detection', { ...photo, format: 'jpeg' }, whole);
  expect(jpeg).toMatchObject({ work: 'detection:photo', work_units: 1, expected_ms: 1_000 });
});

type Work = 'swap_photo' | 'swap_video' | 'swap_video:high';

interface Order {
  expected_ms?: number;
  priority?: number;
  work?: Work;
}

/** With its job, as an order. */
async function order(backend: TestBackend, who: Member, { expected_ms, priority, work = 'swap_photo' }: Order = {}) {
  const task = await addTask(backend, who, { expected_ms });
  const [name, quality] = work.split(':') as ['swap_photo' | 'swap_video', string?];
  await backend.deps.jobs.add(backend.db, name, { task_id: task.id }, { priority, quality });
  return task;
}

async function takeJob(backend: TestBackend, worker: string, task: TaskRow, startedAt: Date): Promise<void> {
  const start = { status: 'running', started_at: startedAt } as const;
  await backend.db.updateTable('task').set(start).where('id', '=', task.id).execute();
  await backend.pool.query(
    `with job as (
      update graphile_worker._private_jobs set locked_by = $1, locked_at = now() where key = $2 returning job_queue_id
    )
    update graphile_worker._private_job_queues set locked_by = $1, locked_at = now()
    where id in (select job_queue_id from job)`,
    [worker, task.id],
  );
}

async function liveWorker(backend: TestBackend, id: string, lane: Lane, quality?: string): Promise<void> {
  const liveness = await openLiveness(backend.url, () => {});
  onTestFinished(() => liveness.end());
  await liveness.claim(id);
  await liveness.claimLane(lane);
  const published = { id: quality!, name: quality!, kinds: ['video'], priceFactor: 1 } as const;
  await publishQualities(backend.db, id, quality ? [published] : []);
}

const placeOf = async (backend: TestBackend, task: TaskRow) => {
  const { queue_position, eta_seconds } = await presentTask(backend.deps, task);
  return { queue_position, eta_seconds };
};

async function openQueue(workers: [id: string, lane: Lane, quality?: string][]) {
  const backend = await openBackend();
  backend.deps.now = () => now;
  for (const worker of workers) await liveWorker(backend, ...worker);
  const members = (count: number) => Promise.all(Array.from({ length: count }, () => member(backend)));
  return { backend, members };
}

test('a queued task waits for the first worker that is free after those ahead of it', async () => {
  const { backend, members } = await openQueue([
    ['one', 'batch'],
    ['two', 'batch'],
  ]);
  const [ada, bo, cy, di, ed] = (await members(5)) as [Member, Member, Member, Member, Member];
  await takeJob(backend, 'one', await order(backend, ada, { expected_ms: 30_000 }), before(10)); // 20 s left
  await takeJob(backend, 'two', await order(backend, bo, { expected_ms: 50_000 }), before(10)); // 40 s left
  await order(backend, cy, { expected_ms: 8_000 });
  const mine = await order(backend, di, { expected_ms: 5_000 });
  await order(backend, ed, { expected_ms: 60_000 });
  expect(await placeOf(backend, mine)).toEqual({ queue_position: 2, eta_seconds: 20 + 8 + 5 });
});

test('a photo behind fifty videos is next: another lane’s worker takes it', async () => {
  const { backend, members } = await openQueue([
    ['quick', 'interactive'],
    ['slow', 'batch'],
  ]);
  const [ada, bo, cy, ...others] = (await members(53)) as [Member, Member, Member, ...Member[]];
  await takeJob(backend, 'quick', await order(backend, ada, { expected_ms: 4_000 }), now);
  await takeJob(backend, 'slow', await order(backend, bo, { work: 'swap_video', expected_ms: 600_000 }), now);
  for (const other of others) await order(backend, other, { work: 'swap_video', expected_ms: 600_000 });
  const photo = await order(backend, cy, { expected_ms: 5_000 });
  expect(await placeOf(backend, photo)).toEqual({ queue_position: 1, eta_seconds: 4 + 5 });
});

test('a task with precedence is ahead of those that came before it', async () => {
  const { backend, members } = await openQueue([['one', 'batch']]);
  const [ada, bo, cy] = (await members(3)) as [Member, Member, Member];
  const free = await order(backend, ada, { priority: 11, expected_ms: 10_000 });
  const busy = await order(backend, bo, { priority: 19, expected_ms: 10_000 });
  const premium = await order(backend, cy, { priority: 1, expected_ms: 10_000 });
  const places = await Promise.all([premium, free, busy].map((task) => placeOf(backend, task)));
  expect(places).toEqual([
    { queue_position: 1, eta_seconds: 10 },
    { queue_position: 2, eta_seconds: 20 },
    { queue_position: 3, eta_seconds: 30 },
  ]);
});

test('a task waits for the one of its account that runs, and others pass it meanwhile', async () => {
  const { backend, members } = await openQueue([
    ['one', 'batch'],
    ['two', 'batch'],
  ]);
  const [ada, bo] = (await members(2)) as [Member, Member];
  await takeJob(backend, 'one', await order(backend, ada, { expected_ms: 60_000 }), now);
  const hers = await order(backend, ada, { expected_ms: 5_000 });
  const his = await order(backend, bo, { expected_ms: 7_000 });
  expect(await placeOf(backend, his)).toEqual({ queue_position: 1, eta_seconds: 7 });
  expect(await placeOf(backend, hers)).toEqual({ queue_position: 2, eta_seconds: 65 });
});

test('a task in a quality waits for the workers that have it', async () => {
  const neural = uuidv7();
  const { backend, members } = await openQueue([
    ['plain', 'batch'],
    [neural, 'batch', 'high'],
  ]);
  const [ada, bo, cy] = (await members(3)) as [Member, Member, Member];
  await takeJob(backend, neural, await order(backend, ada, { work: 'swap_video:high', expected_ms: 30_000 }), now);
  const plain = await order(backend, bo, { work: 'swap_video', expected_ms: 5_000 });
  const high = await order(backend, cy, { work: 'swap_video:high', expected_ms: 5_000 });
  expect(await placeOf(backend, plain)).toEqual({ queue_position: 1, eta_seconds: 5 });
  expect(await placeOf(backend, high)).toEqual({ queue_position: 1, eta_seconds: 35 });
});

test('the workers take the tasks in the order of their places', async () => {
  const backend = await openBackend();
  const members = await Promise.all(Array.from({ length: 8 }, () => member(backend)));
  const priorities = [12, 3, 19, 11, 0, 15, 11, 1];
  const tasks: TaskRow[] = [];
  for (const [n, who] of members.entries()) {
    const work = n % 3 ? 'swap_photo' : 'swap_video';
    tasks.push(await order(backend, who, { priority: priorities[n]!, expected_ms: 1_000, work }));
  }
  const places = await Promise.all(tasks.map(async (task) => (await placeOf(backend, task)).queue_position!));
  const byPlace = tasks.toSorted((a, b) => places[tasks.indexOf(a)]! - places[tasks.indexOf(b)]!);
  const taken: string[] = [];
  const take = (payload: unknown) => void taken.push((payload as { task_id: string }).task_id);
  const runner = await run({
    ...{ pgPool: backend.pool, concurrency: 1, noHandleSignals: true, preset: queuePreset },
    logger: new Logger(() => () => {}),
    taskList: { swap_photo: take, swap_video: take },
  });
  onTestFinished(() => runner.stop());
  await expect.poll(() => taken, patience).toEqual(byPlace.map(({ id }) => id));
});

test('a task behind the five thousand that are read has the place and the time of the last of these', async () => {
  const { backend, members } = await openQueue([]);
  const [ada, bo] = (await members(2)) as [Member, Member];
  await order(backend, ada, { priority: 10, expected_ms: 1_000 });
  await backend.pool.query(
    `with added as (
      insert into task (id, account_id, kind, expected_ms)
      select gen_random_uuid(), $1, 'swap', 1000 from generate_series(1, 4999) returning id
    )
    insert into graphile_worker._private_jobs (task_id, key, priority, max_attempts)
    select (select task_id from graphile_worker._private_jobs), id::text, 10, 3 from added`,
    [ada.accountId],
  );
  const behind = await order(backend, bo, { priority: 11, expected_ms: 1_000 });
  expect(await placeOf(backend, behind)).toEqual({ queue_position: 5_000, eta_seconds: 4_999 + 1 });
  const premium = await order(backend, bo, { priority: 1, expected_ms: 1_000 });
  expect(await placeOf(backend, premium)).toEqual({ queue_position: 1, eta_seconds: 1 });
});

test('polls within a second share one reading of the queue, and newer tasks are counted', async () => {
  const { backend, members } = await openQueue([]);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const [ada, bo, cy, di] = (await members(4)) as [Member, Member, Member, Member];
  const first = await order(backend, ada);
  const mine = await order(backend, bo);
  const positionOf = async (task: TaskRow) => (await placeOf(backend, task)).queue_position;
  expect(await positionOf(mine)).toBe(2);
  await takeJob(backend, 'one', first, now);
  const newer = await order(backend, cy);
  const premium = await order(backend, di, { priority: 1 });
  expect([await positionOf(mine), await positionOf(newer), await positionOf(premium)]).toEqual([2, 3, 1]);
  await takeJob(backend, 'one', premium, now);
  clock.mockReturnValue(1_000);
  expect([await positionOf(mine), await positionOf(newer)]).toEqual([1, 2]);
});
