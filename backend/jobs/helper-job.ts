import type { JobHelpers } from 'graphile-worker';
import { helperPriority } from '#backend/domain/shared-swap/share-swap';
import { renderSegments } from '#backend/domain/shared-swap/render-segments';
import type { JobPayloads } from '#backend/queue/port';
import type { Handler, JobContext } from './job-context';
import { withOwnSignal } from './own-signal';

/** The job ends after each segment, so that a job of another account runs first. The owner makes up for failures. */
export function helperJob(deps: JobContext, quality = 'mesh'): Handler {
  return async (payload, { job }: JobHelpers) => {
    const { shared_task_id: taskId, helper } = payload as JobPayloads['render_segments'];
    const again = () =>
      deps.jobs.add(
        deps.db,
        'render_segments',
        { shared_task_id: taskId, helper },
        { priority: helperPriority, quality },
      );
    const fields = { job: 'render_segments', taskId, helper, attempt: job.attempts };
    deps.log.info(fields, 'job_started');
    try {
      await deps.storage.assertDiskSpace();
      const outcome = await withOwnSignal(deps.stopping, (signal) => renderSegments({ ...deps, signal }, taskId));
      if (outcome === 'done') await again();
      deps.log.info({ ...fields, outcome }, 'job_ended');
      return outcome;
    } catch (error) {
      if (deps.stopping.aborted) {
        await again();
        deps.log.info(fields, 'job_requeued');
        return 'handed_back';
      }
      deps.log.error({ err: error, ...fields }, 'segment_failed');
      return 'failed';
    }
  };
}
