import type { Db } from '#backend/db/connect';
import type { TaskRow } from './present';

export type RunningTask = Pick<TaskRow, 'status' | 'progress' | 'started_at' | 'expected_ms'>;

interface Ahead {
  count: number;
  /** Milliseconds. */
  expected: number;
}

interface Queue {
  ahead: ReadonlyMap<string, Ahead>;
  running: RunningTask[];
}

interface Reading {
  queue: Promise<Queue>;
  begunAt: number;
}

/** Polls share one reading of the queue for so long. */
const maxAgeMs = 1_000;
/** Bounds memory: for tasks further behind, each poll counts. */
const mostQueued = 10_000;
const mostRunning = 100;

const readings = new WeakMap<Db, Reading>();

/** @returns what is before the task, and what runs; at most a second old */
export async function tasksBefore(
  db: Db,
  task: Pick<TaskRow, 'id'>,
): Promise<{ ahead: Ahead; running: RunningTask[] }> {
  const { ahead, running } = await recentQueue(db);
  return { ahead: ahead.get(task.id) ?? (await countAhead(db, task)), running };
}

function recentQueue(db: Db): Promise<Queue> {
  const known = readings.get(db);
  if (known && performance.now() - known.begunAt < maxAgeMs) return known.queue;
  const reading = { queue: readQueue(db), begunAt: performance.now() };
  readings.set(db, reading);
  reading.queue.catch(() => readings.get(db) === reading && readings.delete(db));
  return reading.queue;
}

const waited = (db: Db) => db.selectFrom('task').where('kind', 'in', ['detection', 'swap', 'preview', 'export']);
const queued = (db: Db) => waited(db).where('status', '=', 'queued');

async function readQueue(db: Db): Promise<Queue> {
  const tasks = await queued(db).select(['id', 'expected_ms']).orderBy('id').limit(mostQueued).execute();
  const ahead = new Map<string, Ahead>();
  let expected = 0;
  for (const [count, { id, expected_ms }] of tasks.entries()) {
    ahead.set(id, { count, expected });
    expected += expected_ms ?? 0;
  }
  const running = await waited(db)
    .select(['status', 'progress', 'started_at', 'expected_ms'])
    .where('status', '=', 'running')
    .limit(mostRunning)
    .execute();
  return { ahead, running };
}

async function countAhead(db: Db, task: Pick<TaskRow, 'id'>): Promise<Ahead> {
  const { count, expected } = await queued(db)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('expected_ms').as('expected')])
    .where('id', '<', task.id)
    .executeTakeFirstOrThrow();
  return { count: Number(count), expected: Number(expected ?? 0) };
}
