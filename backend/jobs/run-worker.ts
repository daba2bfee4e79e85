import { EventEmitter } from 'node:events';
import { Logger, makeWorkerUtils, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Kysely } from 'kysely';
import type { Database } from '#backend/db/types';
import { removeIdleQueues } from '#backend/queue/account-queue';
import { failLostTasks } from './fail-lost-tasks';
import { handlersOf, networkHandlersOf, type JobContext } from './handlers';
import { releaseJobsOfDeadWorkers, type Liveness } from './liveness';
import { instrument } from './instrument';

const rescueEveryMs = 1000;
/** Rounds between two removals of idle queues. */
const removeQueuesEvery = 60;
/** Running jobs may finish this long after a stop was asked for; then they are handed back. */
const graceMs = 3000;
const networkConcurrency = 10;
/** New jobs are announced; only retries, whose time has come, wait for the next poll. */
const networkPollMs = 5000;

/** `fill`: a machine that was off at night does it when it is on again. */
const crontab = ['*/10 * * * * sweep', '17 3 * * * sweep_leftovers ?fill=1d', '* * * * * payment_round'].join('\n');

interface WorkerOptions {
  deps: Omit<JobContext, 'stopping'>;
  db: Kysely<Database>;
  pool: pg.Pool;
  liveness: Liveness;
  lane: 'interactive' | 'batch';
}

/** Works on jobs until stopped, and looks after those of workers that died. */
export async function runWorker({ deps, db, pool, liveness, lane }: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { log } = deps;
  const logger = new Logger(({ jobId }) => (level, message) => {
    if (level === 'error' || level === 'warning') log.debug({ jobId }, message);
  });
  const events = new EventEmitter() as WorkerEvents;
  // A locked job names the pool that works on it, not the worker within.
  events.on('pool:create', ({ workerPool }) => {
    liveness.claim(workerPool.id).catch((error: unknown) => log.error({ err: error }, 'liveness could not be claimed'));
  });

  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  const shared = { pgPool: pool, noHandleSignals: true, logger, events };
  const working = { ...deps, stopping: stopping.signal };
  const runner = await run({
    ...shared,
    concurrency: 1,
    pollInterval: 1000,
    taskList: instrument(handlersOf(working, lane)),
    ...(lane === 'batch' ? { crontab } : {}),
  });

  // A receiver that does not answer occupies one of these, never the place of a swap.
  const networkRunner = await run({
    ...shared,
    concurrency: networkConcurrency,
    pollInterval: networkPollMs,
    taskList: instrument(networkHandlersOf(working)),
  });

  let rounds = 0;
  const rescue = async () => {
    const dead = await releaseJobsOfDeadWorkers(db, utils);
    if (dead.length) log.warn({ workers: dead }, 'jobs of dead workers released');
    await failLostTasks(deps);
    if (++rounds % removeQueuesEvery === 0) await removeIdleQueues(db, utils);
  };
  let rescuing = Promise.resolve();
  const timer = setInterval(() => {
    rescuing = rescuing.then(rescue).catch((error: unknown) => log.warn({ err: error }, 'rescue round failed'));
  }, rescueEveryMs);

  return {
    async stop() {
      clearInterval(timer);
      await rescuing;
      const handBack = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all([runner.stop(), networkRunner.stop()]);
      clearTimeout(handBack);
      await utils.release();
    },
  };
}
