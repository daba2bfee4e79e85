import type { JobHelpers } from 'graphile-worker';
import type { Engine } from '#engine';
import { EngineError } from '#engine/errors';
import { inTransaction } from '#backend/db/connect';
import { blockFace } from '#backend/domain/blocked-face/block-face';
import { eraseDeletion } from '#backend/domain/library/erase-deletion';
import { runDetection } from '#backend/domain/detection/run-detection';
import { runExport } from '#backend/domain/export/run-export';
import { examineFace } from '#backend/domain/face/examine-face';
import { warnOfDueCases } from '#backend/domain/feedback/due-cases';
import { examineAttachment } from '#backend/domain/feedback/examine-attachment';
import { sendMail, type MailContext } from '#backend/domain/mail/send-mail';
import { runPlayable } from '#backend/domain/material/run-playable';
import { runProbe } from '#backend/domain/material/run-probe';
import { handleEvent } from '#backend/domain/payments/handle-event';
import { runPreview } from '#backend/domain/preview/run-preview';
import { sweep } from '#backend/domain/retention/sweep';
import { sweepLeftovers } from '#backend/domain/retention/sweep-leftovers';
import { helperPriority } from '#backend/domain/shared-swap/share-swap';
import { renderSegments } from '#backend/domain/shared-swap/render-segments';
import { runSwap } from '#backend/domain/swap/run-swap';
import { deliver } from '#backend/domain/webhook/deliver';
import { failTask } from './fail-task';
import { runPaymentRound } from './payment-round';
import { requeueTask } from '#backend/domain/task/run-task';
import type { ContentSigner } from '#backend/providers/credentials/port';
import { MailRefused } from '#backend/providers/mail/port';
import { isOutOfSpace, StorageFull, StorageUnavailable } from '#backend/providers/storage/port';
import type { JobOutcome } from '#backend/metrics/jobs';
import { removeFailedJobs } from '#backend/queue/failed-jobs';
import { jobNameFor, type JobName, type JobPayloads } from '#backend/queue/port';

export interface JobContext extends MailContext {
  engine: Engine;
  contentSigner: ContentSigner | null;
  /** Running jobs then return to the queue. */
  stopping: AbortSignal;
}

type TaskJobName = { [N in JobName]: JobPayloads[N] extends { task_id: string } ? N : never }[JobName];

type Handler = (payload: unknown, helpers: JobHelpers) => Promise<JobOutcome | void>;
export type Handlers = Record<string, Handler>;

type Run = (deps: JobContext & { signal: AbortSignal }, taskId: string) => Promise<JobOutcome>;

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
function taskJob(deps: JobContext, name: TaskJobName, run: Run, quality = 'mesh'): Handler {
  return async (payload, { job }: JobHelpers) => {
    const { task_id: taskId } = payload as JobPayloads[typeof name];
    deps.log.info({ job: name, taskId, attempt: job.attempts }, 'job_started');
    try {
      await deps.storage.assertDiskSpace();
      const outcome = await run({ ...deps, signal: deps.stopping }, taskId);
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

/** The job ends after each segment, so that a job of another account runs first. The owner makes up for failures. */
function helperJob(deps: JobContext, quality = 'mesh'): Handler {
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
      const outcome = await renderSegments({ ...deps, signal: deps.stopping }, taskId);
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

/** A permanent rejection drops the mail; other failures are retried. */
function mailJob(deps: JobContext): Handler {
  return async (payload, { job }: JobHelpers) => {
    const { mail, email, order_id } = payload as JobPayloads['send_mail'];
    const fields = { job: 'send_mail', mail, attempt: job.attempts };
    try {
      const outcome = await sendMail(deps, { mail, email, ...(order_id ? { order_id } : {}) });
      deps.log.info({ ...fields, outcome }, 'job_ended');
      return outcome;
    } catch (error) {
      deps.log.error({ ...fields, reason: (error as Error).message }, 'mail_send_failed');
      if (!(error instanceof MailRefused)) throw error;
      return 'refused';
    }
  };
}

function eventJob(deps: JobContext): Handler {
  return async (payload, { job }: JobHelpers) => {
    const { event_id } = payload as JobPayloads['payment_event'];
    const outcome = await handleEvent(deps, { event_id }, job.attempts >= job.max_attempts);
    deps.log.info({ job: 'payment_event', event_id, attempt: job.attempts, outcome }, 'job_ended');
    return outcome;
  };
}

export function networkHandlersOf(deps: JobContext): Handlers {
  return {
    deliver_webhook: async (payload) => {
      const { delivery_id } = payload as JobPayloads['deliver_webhook'];
      const outcome = await deliver({ ...deps, signal: deps.stopping }, delivery_id);
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
    examine_face: (payload) => examineFace({ ...deps, signal: deps.stopping }, payload as JobPayloads['examine_face']),
    examine_attachment: (payload) =>
      examineAttachment({ ...deps, signal: deps.stopping }, payload as JobPayloads['examine_attachment']),
    block_face: (payload) => blockFace({ ...deps, signal: deps.stopping }, payload as JobPayloads['block_face']),
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
    sweep_leftovers: async () => void (await sweepLeftovers(deps)),
  };
}
