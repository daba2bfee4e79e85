import type { JobHelpers } from 'graphile-worker';
import { EngineError } from '#engine/errors';
import { inTransaction } from '#backend/db/connect';
import { requeueTask } from '#backend/domain/task/run-task';
import type { JobOutcome } from '#backend/metrics/jobs';
import { isOutOfSpace, StorageFull, StorageUnavailable } from '#backend/providers/storage/port';
import type { JobName, JobPayloads } from '#backend/queue/port';
import { failTask } from './fail-task';
import type { Handler, JobContext } from './job-context';
import { withOwnSignal } from './own-signal';

export type TaskJobName = { [N in JobName]: JobPayloads[N] extends { task_id: string } ? N : never }[JobName];

export type Run = (deps: JobContext & { signal: AbortSignal }, taskId: string) => Promise<JobOutcome>;

/** A new job, so that the attempt does not count. */
async function requeue(
  { db, jobs }: JobContext,
  name: TaskJobName,
  taskId: string,
  options: { priority: number; delaySeconds?: number; quality?: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const open = await requeueTask(trx, taskId);
    if (open) await jobs.add(trx, name, { task_id: taskId }, options);
  });
}

/** Of a job that the storage prevents. */
const storageDelaySeconds = 60;

/** Found before the job, or by what it wrote itself. */
const isDiskFull = (error: unknown) =>
  error instanceof StorageFull ||
  (error instanceof EngineError && error.code === 'out_of_space') ||
  isOutOfSpace(error);

/** A stopping process requeues it, a full disk or a store that is down postpones it: none costs an attempt. */
export function taskJob(deps: JobContext, name: TaskJobName, run: Run, quality = 'mesh'): Handler {
  return async (payload, { job }: JobHelpers) => {
    const { task_id: taskId } = payload as JobPayloads[typeof name];
    deps.log.info({ job: name, taskId, attempt: job.attempts }, 'job_started');
    try {
      await deps.storage.assertDiskSpace();
      const outcome = await withOwnSignal(deps.stopping, (signal) => run({ ...deps, signal }, taskId));
      deps.log.info({ job: name, taskId, attempt: job.attempts, outcome }, 'job_ended');
      return outcome;
    } catch (error) {
      if (deps.stopping.aborted) {
        await requeue(deps, name, taskId, { priority: 0, quality });
        deps.log.info({ job: name, taskId }, 'job_requeued');
        return 'handed_back';
      }
      if (isDiskFull(error) || error instanceof StorageUnavailable) {
        await requeue(deps, name, taskId, { priority: job.priority, delaySeconds: storageDelaySeconds, quality });
        const reason = isDiskFull(error) ? 'job_postponed_disk_full' : 'job_postponed_store_unavailable';
        deps.log.error({ err: error, job: name, taskId }, reason);
        return 'postponed';
      }
      deps.log.error({ err: error, job: name, taskId, attempt: job.attempts }, 'job_failed');
      if (job.attempts < job.max_attempts) {
        await requeueTask(deps.db, taskId);
        throw error;
      }
      await failTask(deps, taskId);
      return 'failed';
    }
  };
}
