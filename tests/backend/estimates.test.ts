import { uuidv7 } from 'uuidv7';
import { expect, onTestFinished, test, vi } from 'vitest';
import { presentTask, type TaskRow } from '#backend/domain/task/present';
import { estimateWork } from '#backend/domain/estimate/estimate-work';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';

const whole = { trim_start_ms: null, trim_end_ms: null };
const tenSeconds = { kind: 'video', width: 1000, height: 1000, fps: 25, duration_ms: 10_000 } as const;
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

test('a queued task waits for those that run and those ahead of it', async () => {
  const backend = await openBackend();
  backend.deps.now = () => now;
  const ada = await member(backend);
  const running = { status: 'running', started_at: before(10), expected_ms: 30_000 };
  await addTask(backend, ada, running); // 20 s left
  await addTask(backend, ada, { ...running, expected_ms: 50_000 }); // 40 s left
  await addTask(backend, ada, { expected_ms: 8_000 });
  const mine = await addTask(backend, ada, { expected_ms: 5_000 });
  await addTask(backend, ada, { expected_ms: 60_000 });
  expect(await presentTask(backend.deps, mine)).toMatchObject({
    status: 'queued',
    queue_position: 2,
    eta_seconds: (20 + 40 + 8) / 2 + 5, // two run at a time
  });
});

test('polls within a second share one reading of the queue, and newer tasks are counted', async () => {
  const backend = await openBackend();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const ada = await member(backend);
  const first = await addTask(backend, ada, {});
  const mine = await addTask(backend, ada, {});
  const placeOf = async (task: TaskRow) => (await presentTask(backend.deps, task)).queue_position;
  expect(await placeOf(mine)).toBe(2);
  const ended = { status: 'succeeded', finished_at: now } as const;
  await backend.db.updateTable('task').set(ended).where('id', '=', first.id).execute();
  const newer = await addTask(backend, ada, {});
  expect([await placeOf(mine), await placeOf(newer)]).toEqual([2, 2]);
  clock.mockReturnValue(1_000);
  expect([await placeOf(mine), await placeOf(newer)]).toEqual([1, 2]);
});
