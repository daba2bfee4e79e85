import type { LiveWorker, WaitingJob } from '#backend/queue/port';
import { Heap } from './heap';

export interface Place {
  /** 1 is next: counts the ordered jobs that are taken before by workers which could take this one. */
  position: number;
  /** Until a worker takes it. */
  waitMs: number;
}

export interface Crew {
  workers: (Pick<LiveWorker, 'lane' | 'qualities'> & { freeMs: number })[];
  /** Of queues whose job runs. */
  queuesFreeMs: ReadonlyMap<number, number>;
}

/** Lane and quality, which decide who takes a job. */
type Kind = `${WaitingJob['lane']}:${string}`;

interface Worker {
  kinds: Kind[];
  freeMs: number;
}

/** Jobs of one kind and queue: only the first of them can be next. */
interface Line {
  kind: Kind;
  queue: number | null;
  jobs: { job: WaitingJob; rank: number }[];
  first: number;
}

const kindOf = ({ lane, quality }: WaitingJob): Kind => `${lane}:${quality}`;
const rankOf = ({ jobs, first }: Line) => jobs[first]!.rank;

function linesOf(waiting: WaitingJob[]): Line[] {
  const lines = new Map<string, Line>();
  for (const [rank, job] of waiting.entries()) {
    const { queue, taskId, dueMs } = job;
    // Others of the queue pass a job that is not due.
    const key = queue === null || dueMs > 0 ? taskId : `${queue}:${kindOf(job)}`;
    const line = lines.get(key) ?? { kind: kindOf(job), queue, jobs: [], first: 0 };
    line.jobs.push({ job, rank });
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** Kinds that no worker takes get one that takes these alone: a worker is expected. */
function workersOf(kinds: Kind[], workers: Crew['workers']): Worker[] {
  const takes = ({ lane, qualities }: Crew['workers'][number], kind: Kind) =>
    (lane === 'batch' || kind.startsWith('interactive:')) &&
    ['mesh', ...qualities].some((quality) => kind.endsWith(`:${quality}`));
  const live = workers.map((worker) => ({
    kinds: kinds.filter((kind) => takes(worker, kind)),
    freeMs: worker.freeMs,
  }));
  const expected = kinds.filter((kind) => live.every((worker) => !worker.kinds.includes(kind)));
  return [...live, { kinds: expected, freeMs: 0 }].filter((worker) => worker.kinds.length > 0);
}

/** Repeats the choice of graphile-worker for each worker that is free: the first job of its kinds whose queue is free. */
class Forecast {
  private readonly places = new Map<string, Place>();
  private readonly ready = new Map<Kind, Heap<Line>>();
  private readonly resting = new Heap<{ line: Line; untilMs: number }>((a, b) => a.untilMs < b.untilMs);
  private readonly busy = new Heap<Worker>((a, b) => a.freeMs < b.freeMs);
  private idle: Worker[] = [];
  private readonly queuesFreeMs: Map<number, number>;
  /** Ordered ones, by workers of the kind. */
  private readonly taken = new Map<Kind, number>();

  constructor(
    private readonly waiting: WaitingJob[],
    crew: Crew,
  ) {
    this.queuesFreeMs = new Map(crew.queuesFreeMs);
    const kinds = [...new Set(waiting.map(kindOf))];
    for (const kind of kinds) this.ready.set(kind, new Heap((a, b) => rankOf(a) < rankOf(b)));
    for (const worker of workersOf(kinds, crew.workers)) this.busy.add(worker);
    for (const line of linesOf(waiting)) this.rest(line);
  }

  run(): Map<string, Place> {
    while (this.places.size < this.waiting.length) {
      const now = Math.min(this.busy.least()?.freeMs ?? Infinity, this.resting.least()?.untilMs ?? Infinity);
      if (now === Infinity) break; // a job that is never due
      while ((this.busy.least()?.freeMs ?? Infinity) <= now) this.idle.push(this.busy.take()!);
      // A worker that takes few kinds first: the others can take the rest.
      this.idle.sort((a, b) => a.kinds.length - b.kinds.length);
      // A worker looks for its next job before the queue of its last one is free.
      this.giveJobs(now, (freeMs) => freeMs < now);
      while ((this.resting.least()?.untilMs ?? Infinity) <= now) {
        const { line } = this.resting.take()!;
        this.ready.get(line.kind)!.add(line);
      }
      this.giveJobs(now, (freeMs) => freeMs <= now);
    }
    return this.places;
  }

  private freeMsOf({ queue }: Line): number {
    return (queue === null ? undefined : this.queuesFreeMs.get(queue)) ?? -1;
  }

  private rest(line: Line): void {
    const untilMs = Math.max(0, line.jobs[line.first]!.job.dueMs, this.freeMsOf(line));
    this.resting.add({ line, untilMs });
  }

  private giveJobs(now: number, isFree: (queueFreeMs: number) => boolean): void {
    this.idle = this.idle.filter((worker) => {
      const line = this.firstFor(worker, isFree);
      if (line) this.give(worker, line, now);
      return !line;
    });
  }

  private firstFor({ kinds }: Worker, isFree: (queueFreeMs: number) => boolean): Line | undefined {
    let first: Line | undefined;
    for (const kind of kinds) {
      const ready = this.ready.get(kind)!;
      while (ready.least() && !isFree(this.freeMsOf(ready.least()!))) this.rest(ready.take()!);
      const line = ready.least();
      if (line && (!first || rankOf(line) < rankOf(first))) first = line;
    }
    return first && this.ready.get(first.kind)!.take();
  }

  private give(worker: Worker, line: Line, now: number): void {
    const { job } = line.jobs[line.first++]!;
    this.places.set(job.taskId, { position: 1 + (this.taken.get(line.kind) ?? 0), waitMs: now });
    for (const kind of job.isOrdered ? worker.kinds : []) this.taken.set(kind, 1 + (this.taken.get(kind) ?? 0));
    worker.freeMs = now + (job.expectedMs ?? 0);
    this.busy.add(worker);
    if (line.queue !== null) this.queuesFreeMs.set(line.queue, worker.freeMs);
    if (line.first < line.jobs.length) this.rest(line);
  }
}

/** When workers take the jobs if no other job arrives. @param waiting in the workers' order */
export const forecast = (waiting: WaitingJob[], crew: Crew): Map<string, Place> => new Forecast(waiting, crew).run();
