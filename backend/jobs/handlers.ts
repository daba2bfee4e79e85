import type { JobHelpers } from 'graphile-worker';
import type { Engine } from '#engine';
import { inTransaction } from '#backend/db/connect';
import { runDetection } from '#backend/domain/detection/run-detection';
import { examineFace } from '#backend/domain/face/examine-face';
import { examineAttachment } from '#backend/domain/feedback/examine-attachment';
import { sendMail, type MailContext } from '#backend/domain/mail/send-mail';
import { runPlayable } from '#backend/domain/material/run-playable';
import { runProbe } from '#backend/domain/material/run-probe';
import { handleEvent } from '#backend/domain/payments/handle-event';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import { runPreview } from '#backend/domain/preview/run-preview';
import { sweep } from '#backend/domain/retention/sweep';
import { sweepLeftovers } from '#backend/domain/retention/sweep-leftovers';
import { runSwap } from '#backend/domain/swap/run-swap';
import { deliver } from '#backend/domain/webhook/deliver';
import { failTask } from './fail-task';
import { requeueTask } from '#backend/domain/task/run-task';
import { MailRefused } from '#backend/providers/mail/port';
import { StorageFull } from '#backend/providers/storage/port';
import type { JobName, JobPayloads } from '#backend/queue/port';

export interface JobContext extends MailContext {
  engine: Engine;
  /** Aborts when this process has to stop and running jobs are to be handed back. */
  stopping: AbortSignal;
}

/** Jobs that carry out a task. */
type TaskJobName = { [N in JobName]: JobPayloads[N] extends { task_id: string } ? N : never }[JobName];

/** A job of the queue; it may say how it came out. */
type Handler = (payload: unknown, helpers: JobHelpers) => Promise<string | void>;
export type Handlers = Record<string, Handler>;

type Run = (deps: JobContext & { signal: AbortSignal }, taskId: string) => Promise<string>;

/** Gives a task and its job back untouched: a fresh job takes the place of this one. */
async function handBack(
  { db, jobs }: JobContext,
  name: TaskJobName,
  taskId: string,
  options: { priority: number; delaySeconds?: number },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const open = await requeueTask(trx, taskId);
    if (open) await jobs.add(trx, name, { task_id: taskId }, options);
  });
}

/** How long a job waits for room on the disk before it is tried again. */
const fullDiskPauseSeconds = 60;

/**
 * Runs a task and answers for its end: bad input has been settled by the domain; a stop hands it back; a full disk
 * postpones it, without costing an attempt; any other fault is tried again, and the last attempt fails the task and returns its credits.
 */
function taskJob(deps: JobContext, name: TaskJobName, run: Run): Handler {
  return async (payload, { job }: JobHelpers) => {
    const { task_id: taskId } = payload as JobPayloads[typeof name];
    deps.log.info({ job: name, taskId, attempt: job.attempts }, 'job started');
    try {
      await deps.storage.assertDiskSpace();
      const outcome = await run({ ...deps, signal: deps.stopping }, taskId);
      deps.log.info({ job: name, taskId, attempt: job.attempts, outcome }, 'job ended');
      return outcome;
    } catch (error) {
      if (deps.stopping.aborted) {
        await handBack(deps, name, taskId, { priority: 0 });
        deps.log.info({ job: name, taskId }, 'job handed back');
        return 'handed_back';
      }
      if (error instanceof StorageFull) {
        await handBack(deps, name, taskId, { priority: job.priority, delaySeconds: fullDiskPauseSeconds });
        deps.log.error({ err: error, job: name, taskId }, 'job postponed: the disk is full');
        return 'postponed';
      }
      deps.log.error({ err: error, job: name, taskId, attempt: job.attempts }, 'job failed');
      if (job.attempts < job.max_attempts) {
        await requeueTask(deps.db, taskId);
        throw error;
      }
      await failTask(deps, taskId);
      return 'failed';
    }
  };
}

/** A mail that was refused for good is let go; one that could not be handed over is tried again, later and later. */
function mailJob(deps: JobContext): Handler {
  return async (payload, { job }: JobHelpers) => {
    const { mail, email } = payload as JobPayloads['send_mail'];
    const told = { job: 'send_mail', mail, attempt: job.attempts };
    try {
      const outcome = await sendMail(deps, { mail, email });
      deps.log.info({ ...told, outcome }, 'job ended');
      return outcome;
    } catch (error) {
      deps.log.error({ ...told, reason: (error as Error).message }, 'a mail could not be sent');
      if (!(error instanceof MailRefused)) throw error;
      return 'refused';
    }
  };
}

/** A provider's message. While the provider is away, or its payment unknown, it is looked into again, later and later. */
function eventJob(deps: JobContext): Handler {
  return async (payload, { job }: JobHelpers) => {
    const { event_id } = payload as JobPayloads['payment_event'];
    const outcome = await handleEvent(deps, { event_id }, job.attempts >= job.max_attempts);
    deps.log.info({ job: 'payment_event', event_id, attempt: job.attempts, outcome }, 'job ended');
    return outcome;
  };
}

/** Requests to other machines, which may take their time: they run beside the other jobs, many at once. */
export function networkHandlersOf(deps: JobContext): Handlers {
  return {
    deliver_webhook: async (payload) => {
      const { delivery_id } = payload as JobPayloads['deliver_webhook'];
      const outcome = await deliver({ ...deps, signal: deps.stopping }, delivery_id);
      deps.log.info({ job: 'deliver_webhook', delivery_id, outcome }, 'job ended');
      return outcome;
    },
  };
}

/** What a lane works on: the batch lane helps with everything, so that quick jobs survive the loss of the other. */
export function handlersOf(deps: JobContext, lane: 'interactive' | 'batch'): Handlers {
  const interactive: Handlers = {
    probe_material: taskJob(deps, 'probe_material', runProbe),
    detect_persons: taskJob(deps, 'detect_persons', runDetection),
    make_preview: taskJob(deps, 'make_preview', runPreview),
    swap_photo: taskJob(deps, 'swap_photo', runSwap),
    examine_face: (payload) => examineFace({ ...deps, signal: deps.stopping }, payload as JobPayloads['examine_face']),
    examine_attachment: (payload) =>
      examineAttachment({ ...deps, signal: deps.stopping }, payload as JobPayloads['examine_attachment']),
    send_mail: mailJob(deps),
    remove_files: (payload) => deps.storage.remove(...(payload as JobPayloads['remove_files']).keys),
    payment_event: eventJob(deps),
  };
  if (lane === 'interactive') return interactive;
  return {
    ...interactive,
    make_playable: taskJob(deps, 'make_playable', runPlayable),
    detect_persons_long: taskJob(deps, 'detect_persons_long', runDetection),
    make_preview_long: taskJob(deps, 'make_preview_long', runPreview),
    swap_video: taskJob(deps, 'swap_video', runSwap),
    sweep: () => sweep(deps),
    sweep_leftovers: () => sweepLeftovers(deps),
    payment_round: () => sweepPayments(deps),
  };
}
