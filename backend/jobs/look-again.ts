import type { WorkerEvents, WorkerPool } from 'graphile-worker';

/** Milliseconds after an announcement, and after each other; together shorter than the poll that would come next. */
const pauses = [20, 60, 180, 400];

/** Half to one and a half times a pause: workers that met once do not meet again. */
const vary = (ms: number) => ms * (0.5 + Math.random());

/**
 * Makes workers look for an announced job more than once. A look locks every free queue for a moment, whatever jobs the worker can
 * do, and passes over queues that another look has locked: where all workers look at the announcement, each can miss the job, and
 * would sleep until its next poll.
 */
export function lookAgain(events: WorkerEvents): void {
  const timers = new Map<WorkerPool, NodeJS.Timeout>();
  const stop = ({ workerPool }: { workerPool: WorkerPool }) => {
    clearTimeout(timers.get(workerPool));
    timers.delete(workerPool);
  };
  const lookAfter = (workerPool: WorkerPool, step: number) => {
    if (step === pauses.length) return stop({ workerPool });
    const look = () => {
      workerPool.nudge(1);
      lookAfter(workerPool, step + 1);
    };
    timers.set(workerPool, setTimeout(look, vary(pauses[step]!)));
  };
  events.on('pool:listen:notification', ({ workerPool, message }) => {
    if (message.channel !== 'jobs:insert') return;
    stop({ workerPool });
    lookAfter(workerPool, 0);
  });
  // A pool that ends must not be asked.
  for (const end of ['pool:gracefulShutdown', 'pool:forcefulShutdown', 'pool:fatalError', 'pool:release'] as const)
    events.on(end, stop);
}
