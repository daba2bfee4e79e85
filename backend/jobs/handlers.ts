import type { JobHelpers } from 'graphile-worker';
import { blockFace } from '#backend/domain/blocked-face/block-face';
import { eraseDeletion } from '#backend/domain/library/erase-deletion';
import { runDetection } from '#backend/domain/detection/run-detection';
import { runExport } from '#backend/domain/export/run-export';
import { examineFace } from '#backend/domain/face/examine-face';
import { warnOfDueCases } from '#backend/domain/feedback/due-cases';
import { examineAttachment } from '#backend/domain/feedback/examine-attachment';
import { runPlayable } from '#backend/domain/material/run-playable';
import { runProbe } from '#backend/domain/material/run-probe';
import { handleEvent } from '#backend/domain/payments/handle-event';
import { runPreview } from '#backend/domain/preview/run-preview';
import { sweep, sweepLimitMs } from '#backend/domain/retention/sweep';
import { sweepLeftovers } from '#backend/domain/retention/sweep-leftovers';
import { runSwap } from '#backend/domain/swap/run-swap';
import { deliver } from '#backend/domain/webhook/deliver';
import { removeFailedJobs } from '#backend/queue/failed-jobs';
import { jobNameFor, type JobPayloads } from '#backend/queue/port';
import { helperJob } from './helper-job';
import type { Handler, Handlers, JobContext } from './job-context';
import { mailJob } from './mail-job';
import { withOwnSignal } from './own-signal';
import { runPaymentRound } from './payment-round';
import { taskJob, type Run, type TaskJobName } from './task-job';

function eventJob(deps: JobContext): Handler {
  return async (payload, { job }: JobHelpers) => {
    const { event_id } = payload as JobPayloads['payment_event'];
    const outcome = await handleEvent(deps, { event_id }, job.attempts >= job.max_attempts);
    deps.log.info({ job: 'payment_event', event_id, attempt: job.attempts, outcome }, 'job_ended');
    return outcome;
  };
}

const ownJob =
  <P>(
    deps: JobContext,
    run: (deps: JobContext & { signal: AbortSignal }, payload: P) => ReturnType<Handler>,
  ): Handler =>
  (payload) =>
    withOwnSignal(deps.stopping, (signal) => run({ ...deps, signal }, payload as P));

export function networkHandlersOf(deps: JobContext): Handlers {
  return {
    deliver_webhook: async (payload) => {
      const { delivery_id } = payload as JobPayloads['deliver_webhook'];
      const outcome = await withOwnSignal(deps.stopping, (signal) => deliver({ ...deps, signal }, delivery_id));
      deps.log.info({ job: 'deliver_webhook', delivery_id, outcome }, 'job_ended');
      return outcome;
    },
    payment_round: (_payload, { job }) => runPaymentRound(deps, job.id),
  };
}

const jobsOfQualities: Record<'interactive' | 'batch', Partial<Record<TaskJobName, Run>>> = {
  interactive: { make_preview: runPreview, swap_photo: runSwap },
  batch: { make_preview: runPreview, swap_photo: runSwap, make_preview_long: runPreview, swap_video: runSwap },
};

/** Only jobs in these qualities: those in others wait for another worker. */
export function qualityHandlersOf(deps: JobContext, lane: 'interactive' | 'batch', qualities: string[]): Handlers {
  const jobs = Object.entries(jobsOfQualities[lane]) as [TaskJobName, Run][];
  const handlers = qualities.flatMap((quality) =>
    jobs.map(([name, run]) => [jobNameFor(name, quality), taskJob(deps, name, run, quality)]),
  );
  const helpers = qualities.map((quality) => [jobNameFor('render_segments', quality), helperJob(deps, quality)]);
  return Object.fromEntries([...handlers, ...(lane === 'batch' ? helpers : [])]) as Handlers;
}

/** Also runs interactive jobs, in case that lane is lost. */
export function handlersOf(deps: JobContext, lane: 'interactive' | 'batch'): Handlers {
  const interactive: Handlers = {
    probe_material: taskJob(deps, 'probe_material', runProbe),
    detect_persons: taskJob(deps, 'detect_persons', runDetection),
    make_preview: taskJob(deps, 'make_preview', runPreview),
    make_export: taskJob(deps, 'make_export', runExport),
    swap_photo: taskJob(deps, 'swap_photo', runSwap),
    examine_face: ownJob(deps, examineFace),
    examine_attachment: ownJob(deps, examineAttachment),
    block_face: ownJob(deps, blockFace),
    send_mail: mailJob(deps),
    remove_files: (payload) => deps.storage.remove(...(payload as JobPayloads['remove_files']).keys),
    erase_deletion: (payload) => eraseDeletion(deps, payload as JobPayloads['erase_deletion']),
    payment_event: eventJob(deps),
  };
  if (lane === 'interactive') return interactive;
  return {
    ...interactive,
    make_playable: taskJob(deps, 'make_playable', runPlayable),
    detect_persons_long: taskJob(deps, 'detect_persons_long', runDetection),
    make_preview_long: taskJob(deps, 'make_preview_long', runPreview),
    make_export_long: taskJob(deps, 'make_export_long', runExport),
    swap_video: taskJob(deps, 'swap_video', runSwap),
    render_segments: helperJob(deps),
    sweep: async () => {
      await warnOfDueCases(deps);
      await removeFailedJobs(deps.db);
      await sweep(deps, { signal: deps.stopping });
    },
    sweep_leftovers: async () => {
      const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(sweepLimitMs)]);
      await sweepLeftovers(deps, { signal });
    },
  };
}
