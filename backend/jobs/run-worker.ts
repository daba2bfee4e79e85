import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Logger, makeWorkerUtils, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Kysely } from 'kysely';
import type { Database } from '#backend/db/types';
import { queuePreset } from '#backend/queue/preset';
import { publishQualities, type EngineQuality } from '#backend/domain/quality/publish-qualities';
import { handlersOf, networkHandlersOf, qualityHandlersOf } from './handlers';
import type { JobContext } from './job-context';
import type { Liveness } from './liveness';
import { instrument } from './instrument';
import { lookAgain } from './look-again';
import { keepRecovering } from './recover';

/** Running jobs may finish within this time. */
const graceMs = 3000;
const networkConcurrency = 10;
/** NOTIFY announces new jobs; only due retries wait. */
const networkPollMs = 5000;

/** A job that still waits, or has failed, is replaced: behind a long video they would pile up. */
export const crontab = [
  '*/10 * * * * sweep ?jobKey=sweep&max=3',
  '17 3 * * * sweep_leftovers ?fill=1d&jobKey=sweep_leftovers&max=3',
  '* * * * * payment_round ?jobKey=payment_round&max=1',
].join('\n');

interface WorkerOptions {
  deps: Omit<JobContext, 'stopping'>;
  db: Kysely<Database>;
  pool: pg.Pool;
  liveness: Liveness;
  lane: 'interactive' | 'batch';
  /** Beside `mesh`. */
  qualities?: readonly EngineQuality[];
  /** The queue stopped by itself: the process has to exit, so that other workers release and take its jobs. */
  onEnded: (error: unknown) => void;
}

export async function runWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { deps, db, pool, liveness, lane, qualities = [], onEnded } = options;
  const stopping = new AbortController();
  const { log } = deps;
  const logger = new Logger(({ jobId }) => (level, message) => {
    if (level === 'error' || level === 'warning') log.debug({ jobId }, message);
  });
  const events = new EventEmitter() as WorkerEvents;
  // Job locks name the worker pool.
  const pools: string[] = [];
  events.on('pool:create', ({ workerPool }) => {
    pools.push(workerPool.id);
    liveness.claim(workerPool.id).catch((error: unknown) => log.error({ err: error }, 'liveness_lock_failed'));
  });
  // A job whose end cannot be written stays locked, and blocks its account, for as long as this process lives.
  events.on('pool:fatalError', ({ error }) => onEnded(error));
  lookAgain(events);

  const workerId = randomUUID();
  await publishQualities(db, workerId, qualities);
  // Places in the queue depend on what the live workers take.
  await liveness.claim(workerId);
  await liveness.claimLane(lane);
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  const shared = { pgPool: pool, noHandleSignals: true, logger, events, preset: queuePreset };
  const working = { ...deps, stopping: stopping.signal };
  const runner = await run({
    ...shared,
    concurrency: 1,
    pollInterval: 1000,
    taskList: instrument({
      ...handlersOf(working, lane),
      ...qualityHandlersOf(
        working,
        lane,
        qualities.map(({ id }) => id),
      ),
    }),
    ...(lane === 'batch' ? { crontab } : {}),
  });

  // Separate: slow webhook receivers never block a swap, nor a long video the payments.
  const networkRunner = await run({
    ...shared,
    concurrency: networkConcurrency,
    pollInterval: networkPollMs,
    taskList: instrument(networkHandlersOf(working)),
  });

  const stopRecovery = keepRecovering({ deps, db, utils, pools, workerId, qualities });

  return {
    async stop() {
      await stopRecovery();
      const requeue = setTimeout(() => stopping.abort(), graceMs);
      // A runner that has ended by itself refuses to stop.
      await Promise.allSettled([runner, networkRunner].flatMap(({ stop, promise }) => [stop(), promise]));
      clearTimeout(requeue);
      await utils.release();
    },
  };
}
