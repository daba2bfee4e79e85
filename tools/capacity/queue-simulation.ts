import { Heap } from './heap';

/** As in backend/queue/port.ts. */
export type Lane = 'interactive' | 'batch';

export interface Job {
  /** Seconds since the beginning. */
  at: number;
  lane: Lane;
  /** Seconds that a worker needs. */
  service: number;
  account: number;
  /** Lower runs first. */
  priority: number;
}

export interface Workers {
  /** Take interactive jobs alone. */
  interactive: number;
  /** Take jobs of both lanes. */
  batch: number;
}

export interface Simulated {
  /** Seconds from arrival to start, ascending. */
  waits: Record<Lane, number[]>;
  /** Mean number of jobs that wait, over the time until the last job ends. */
  meanWaiting: number;
  /** Seconds until the last job ends. */
  duration: number;
  /** 0 to 1. */
  utilisation: number;
}

interface Ended {
  at: number;
  worker: Lane;
  queue: string;
}

const byPriority = (a: Job, b: Job) => a.priority - b.priority || a.at - b.at;

/**
 * Replays jobs, which are in order of arrival, over workers with the rules of the product: a free worker takes the job
 * with the lowest priority number, then the oldest; an account has one quick and one long job running at most.
 */
export function simulate(jobs: readonly Job[], workers: Workers): Simulated {
  const ready: Record<Lane, Heap<Job>> = { interactive: new Heap(byPriority), batch: new Heap(byPriority) };
  const running = new Heap<Ended>((a, b) => a.at - b.at);
  const free: Workers = { ...workers };
  /** Jobs that wait for another one of their account; an entry without jobs: one runs. */
  const behind = new Map<string, Heap<Job>>();
  const waits: Record<Lane, number[]> = { interactive: [], batch: [] };
  let served = 0;
  let now = 0;

  function arrive(job: Job): void {
    const others = behind.get(queueOf(job));
    if (others) return others.push(job);
    behind.set(queueOf(job), new Heap(byPriority));
    ready[job.lane].push(job);
  }

  function take(worker: Lane): Job | undefined {
    const [quick, long] = [ready.interactive.peek(), ready.batch.peek()];
    if (worker === 'interactive' || !long) return ready.interactive.pop();
    return quick && byPriority(quick, long) <= 0 ? ready.interactive.pop() : ready.batch.pop();
  }

  function startJobs(): void {
    for (const worker of ['interactive', 'batch'] as const) {
      for (let job; free[worker] > 0 && (job = take(worker)); free[worker]--) {
        waits[job.lane].push(now - job.at);
        served += job.service;
        running.push({ at: now + job.service, worker, queue: queueOf(job) });
      }
    }
  }

  function end({ worker, queue }: Ended): void {
    free[worker]++;
    const next = behind.get(queue)!.pop();
    if (next) ready[next.lane].push(next);
    else behind.delete(queue);
  }

  for (let index = 0; index < jobs.length || running.peek(); startJobs()) {
    const [arrival, ended] = [jobs[index], running.peek()];
    now = Math.min(arrival?.at ?? Infinity, ended?.at ?? Infinity);
    if (ended?.at === now) end(running.pop()!);
    else arrive(jobs[index++]!);
  }
  const waited = [...waits.interactive, ...waits.batch].reduce((sum, wait) => sum + wait, 0);
  for (const lane of Object.values(waits)) lane.sort((a, b) => a - b);
  return {
    waits,
    meanWaiting: now === 0 ? 0 : waited / now,
    duration: now,
    utilisation: now === 0 ? 0 : served / (now * (workers.interactive + workers.batch)),
  };
}

const queueOf = ({ lane, account }: Job) => `${lane}:${account}`;

/** @param sorted ascending; @param share 0 to 1 */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
