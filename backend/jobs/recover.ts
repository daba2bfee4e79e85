import type { WorkerUtils } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type { Database } from '#backend/db/types';
import { Attempts } from '#backend/domain/attempts';
import type { AppContext } from '#backend/domain/context';
import { publishQualities, type EngineQuality } from '#backend/domain/quality/publish-qualities';
import type { FinishContext } from '#backend/domain/task/finish';
import { removeIdleQueues } from '#backend/queue/account-queue';
import { failLostTasks } from './fail-lost-tasks';
import { failUnservedQualities } from './fail-unserved';
import { releaseJobsOfDeadWorkers, renewLocks } from './liveness';
import { repeat } from './repeat';

const intervalMs = 1000;
/** Rounds between two signs of life of a quality. */
const qualityInterval = 10;
/** Rounds between two removals of idle queues. */
const queueRemovalInterval = 60;

interface Recovery {
  deps: FinishContext & Pick<AppContext, 'log'>;
  db: Kysely<Database>;
  utils: WorkerUtils;
  /** Names under which this process locks jobs; grows. */
  pools: readonly string[];
  workerId: string;
  qualities: readonly EngineQuality[];
}

/** Shows that this worker lives, and ends what dead ones left. Returns a function that stops after the running round. */
export function keepRecovering({ deps, db, utils, pools, workerId, qualities }: Recovery): () => Promise<void> {
  const { log } = deps;
  let rounds = 0;
  const recover = async () => {
    const attempts = new Attempts(log, 'worker_recovery_step_failed');
    await attempts.run('locks', () => renewLocks(db, [...pools]));
    await attempts.run('dead_workers', async () => {
      const dead = await releaseJobsOfDeadWorkers(db, utils);
      if (dead.length) log.warn({ workers: dead }, 'dead_worker_jobs_released');
    });
    await attempts.run('lost_tasks', () => failLostTasks(deps));
    if (rounds % qualityInterval === 0) {
      await attempts.run('qualities', () => publishQualities(db, workerId, qualities));
      await attempts.run('unserved_qualities', () => failUnservedQualities(deps));
    }
    if (++rounds % queueRemovalInterval === 0) await attempts.run('idle_queues', () => removeIdleQueues(db, utils));
  };
  return repeat(recover, { intervalMs, onError: (error) => log.warn({ err: error }, 'worker_recovery_failed') });
}
