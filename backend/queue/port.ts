import type { Selectable } from 'kysely';
import type { ErrorName } from '#contract';
import type { Db } from '#backend/db/connect';
import type { StoredPhotoPerson, TaskTable } from '#backend/db/types';

export type MailKind =
  | 'registration'
  | 'activation'
  | 'reset'
  | 'password_changed'
  | 'address_change'
  | 'address_change_asked'
  | 'address_changed'
  | 'sign_in_locked'
  | 'google_connected'
  | 'google_added'
  | 'google_disconnected'
  | 'data_exported'
  | 'codes_turned_on'
  | 'codes_turned_off'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_steps_removed'
  | 'account_deleted'
  | 'api_key_created'
  | 'webhook_disabled'
  | 'receipt'
  | 'payment_failed'
  | 'subscription_cancelled'
  | 'subscription_surplus'
  | 'subscription_suspended'
  | 'subscription_ended'
  | 'refunded'
  | 'refund_declined'
  | 'media_removed'
  | 'content_allowed'
  | 'content_upheld'
  | 'face_blocked'
  | 'face_unblocked'
  | 'swap_ended';

/** Payloads hold ids or addresses only. */
export interface JobPayloads {
  probe_material: { task_id: string };
  make_playable: { task_id: string };
  detect_persons: { task_id: string };
  detect_persons_long: { task_id: string };
  make_preview: { task_id: string };
  make_preview_long: { task_id: string };
  make_export: { task_id: string };
  make_export_long: { task_id: string };
  swap_photo: { task_id: string };
  swap_video: { task_id: string };
  /** One for each worker that may help; `helper` is a number. */
  render_segments: { shared_task_id: string; helper: number };
  examine_face: { examination_id: string };
  examine_attachment: { file_key: string };
  block_face: { blocked_face_id: string; file_key: string };
  /** With `account_id`, to an address that the account does not have yet. */
  send_mail: { mail: MailKind; email: string; order_id?: string; account_id?: string };
  remove_files: { keys: string[] };
  erase_deletion: { deletion_id: string };
  payment_event: { event_id: string };
  deliver_webhook: { delivery_id: string };
  payment_round: Record<string, never>;
  sweep: Record<string, never>;
  sweep_leftovers: Record<string, never>;
}

export type JobName = keyof JobPayloads;

const batchJobs: ReadonlySet<string> = new Set<JobName>([
  'make_playable',
  'detect_persons_long',
  'make_preview_long',
  'make_export_long',
  'swap_video',
  'render_segments',
  'sweep',
  'sweep_leftovers',
]);

/** Workers of the lane `batch` take all jobs. */
export type Lane = 'interactive' | 'batch';

/** Workers of the lane `interactive` leave batch jobs to the others. @param job also with a quality */
export const laneOf = (job: string): Lane => (batchJobs.has(job.split(':', 1)[0]!) ? 'batch' : 'interactive');

/** More would need more workers than one video is worth. Waiting ones cost nothing while no worker is idle. */
export const maxHelpers = 16;

/** Nobody waits for it: it runs if a worker is idle. */
export const isOptional = (job: string): boolean => job.split(':', 1)[0] === ('render_segments' satisfies JobName);

/** Name under which workers that can run the quality take the job; all can run `mesh`. */
export const jobNameFor = (name: JobName, quality = 'mesh'): string =>
  quality === 'mesh' ? name : `${name}:${quality}`;

export const qualityOf = (job: string): string => job.split(':', 2)[1] ?? 'mesh';

export interface LiveWorker {
  /** Hashes; among them that of the id which locks its jobs. */
  ids: string[];
  lane: Lane;
  /** Beside `mesh`. */
  qualities: string[];
}

/** Of a task. */
export interface WaitingJob {
  taskId: string;
  lane: Lane;
  quality: string;
  /** Its jobs run one at a time. */
  queue: number | null;
  /** Workers take the least priority first, then the earliest. */
  priority: number;
  /** Since the epoch. */
  runAtMs: number;
  /** Milliseconds until a worker may take it. */
  dueMs: number;
  /** Milliseconds; null if unknown. */
  expectedMs: number | null;
  /** A user ordered it: not a probe, nor a copy for browsers. */
  isOrdered: boolean;
}

export interface RunningJob {
  queue: number | null;
  /** One of its worker's `ids`. */
  worker: string;
  task: Pick<Selectable<TaskTable>, 'status' | 'progress' | 'started_at' | 'expected_ms'>;
}

export interface QueueState {
  workers: LiveWorker[];
  running: RunningJob[];
  /** In the workers' order. */
  waiting: WaitingJob[];
  /** No further job waits. */
  isWhole: boolean;
}

export type FaceExamination =
  | { width: number; height: number; person: string; people: StoredPhotoPerson[] }
  | { error: ErrorName; message: string };

export interface JobQueue {
  /** The job runs only if the caller's transaction commits. Lower priority numbers run first. */
  add<N extends JobName>(
    db: Db,
    name: N,
    payload: JobPayloads[N],
    options?: { priority?: number; delaySeconds?: number; quality?: string },
  ): Promise<void>;
  /** Of the swap; running ones end by themselves. */
  removeHelpers(db: Db, taskId: string): Promise<void>;
  /** Jobs of tasks; others take a moment only. */
  read(db: Db, limit: { waiting: number; running: number }): Promise<QueueState>;
  /** Undefined if it runs or has ended. */
  waitingJob(db: Db, taskId: string): Promise<WaitingJob | undefined>;
}
