import type { Db } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';
import type { QueueState, WaitingJob } from '#backend/queue/port';
import { forecast, type Crew, type Place } from './forecast';
import type { TaskRow } from './present';
import { runningTimeLeft } from './time-left';

type QueueContext = Pick<AppContext, 'db' | 'jobs' | 'now'>;

interface Queue extends Pick<QueueState, 'waiting' | 'isWhole'> {
  crew: Crew;
  places: Map<string, Place>;
}

interface Reading {
  queue: Promise<Queue>;
  begunAt: number;
}

/** Polls share one reading of the queue for so long. */
const maxAgeMs = 1_000;
/** Bounds time and memory: jobs further behind count as the last of these. */
const most = { waiting: 5_000, running: 1_000 };

/** Of a job that a worker has taken since the task was read, too. */
const next: Place = { position: 1, waitMs: 0 };

const readings = new WeakMap<Db, Reading>();

/** At most a second old. */
export async function placeInQueue(deps: QueueContext, task: Pick<TaskRow, 'id'>): Promise<Place> {
  const queue = await recentQueue(deps);
  return queue.places.get(task.id) ?? (await placeOfNewer(deps, queue, task));
}

function recentQueue(deps: QueueContext): Promise<Queue> {
  const { db } = deps;
  const known = readings.get(db);
  if (known && performance.now() - known.begunAt < maxAgeMs) return known.queue;
  const reading = { queue: readQueue(deps), begunAt: performance.now() };
  readings.set(db, reading);
  reading.queue.catch(() => readings.get(db) === reading && readings.delete(db));
  return reading.queue;
}

async function readQueue({ db, jobs, now }: QueueContext): Promise<Queue> {
  const state = await jobs.read(db, most);
  const crew = crewOf(state, now());
  return { ...state, crew, places: forecast(state.waiting, crew) };
}

function crewOf({ workers, running }: QueueState, now: Date): Crew {
  const ends = running.map(({ queue, worker, task }) => ({ queue, worker, ms: runningTimeLeft(task, now) ?? 0 }));
  return {
    workers: workers.map(({ ids, lane, qualities }) => ({
      ...{ lane, qualities },
      freeMs: Math.max(0, ...ends.filter(({ worker }) => ids.includes(worker)).map(({ ms }) => ms)),
    })),
    queuesFreeMs: new Map(ends.flatMap(({ queue, ms }) => (queue === null ? [] : [[queue, ms]]))),
  };
}

const isBefore = (a: WaitingJob, b: WaitingJob) =>
  a.priority === b.priority ? a.runAtMs <= b.runAtMs : a.priority < b.priority;

/** Of a job that the reading does not contain: newer, taken since, or behind those that it contains. */
async function placeOfNewer({ db, jobs }: QueueContext, queue: Queue, { id }: Pick<TaskRow, 'id'>): Promise<Place> {
  const { waiting, isWhole, crew, places } = queue;
  const job = await jobs.waitingJob(db, id);
  if (!job) return next;
  const found = waiting.findIndex((other) => !isBefore(other, job));
  const rank = found === -1 ? waiting.length : found;
  const isBehind = !isWhole && rank === waiting.length;
  const place = isBehind ? lastOf(places) : forecast(waiting.toSpliced(rank, 0, job), crew).get(id)!;
  places.set(id, place);
  return place;
}

const lastOf = (places: Queue['places']): Place =>
  [...places.values()].reduce((last, place) => (place.waitMs > last.waitMs ? place : last), next);
