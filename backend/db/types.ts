import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { IntegrationTables } from './integration-types';
import type { PaymentTables } from './payment-types';

export type { InvoiceTerms } from './payment-types';

type Time = ColumnType<Date, Date | string, Date | string>;
type MadeAt = ColumnType<Date, Date | string | undefined, never>;

export interface AccountTable {
  id: string;
  email: string;
  password_hash: string | null;
  nickname: string;
  avatar: string | null;
  user_status: Generated<'free' | 'premium' | 'expired'>;
  suspended_at: Time | null;
  email_verified_at: Time | null;
  utm_all: string | null;
  password_set_at: Time | null;
  /** SHA-256; null once the address is confirmed. */
  sign_up_device: Buffer | null;
  created_at: MadeAt;
}

export interface IdentityTable {
  provider: 'google';
  subject: string;
  account_id: string;
  created_at: MadeAt;
}

/** Outlives accounts: no personal data. */
export interface AuditEventTable {
  id: string;
  at: MadeAt;
  event: string;
  account_id: string | null;
  address: string | null;
  detail: string | null;
}

/** Managed by rate-limiter-flexible. */
export interface RateLimitTable {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number | null;
}

/** Session tokens, as SHA-256. */
export interface AccessTokenTable {
  hash: Buffer;
  account_id: string;
  created_at: MadeAt;
  expires_at: Time;
}

export interface MailCodeTable {
  hash: Buffer;
  account_id: string;
  purpose: 'activate' | 'reset';
  created_at: MadeAt;
  expires_at: Time;
  used_at: Time | null;
}

export interface WelcomedMailboxTable {
  hash: Buffer;
  created_at: MadeAt;
}

export interface WalletTable {
  account_id: string;
  /** Changed only by the ledger's trigger. */
  balance: ColumnType<number, never, never>;
}

export type CreditKind = 'grant' | 'purchase' | 'hold' | 'release' | 'refund' | 'reversal' | 'adjustment';

export interface CreditEntryTable {
  id: string;
  account_id: string;
  kind: CreditKind;
  delta: number;
  balance_after: number;
  reference: string;
  note: string;
  created_at: MadeAt;
}

export type MaterialStatus = 'uploading' | 'probing' | 'ready' | 'rejected' | 'expired';

export interface MaterialTable {
  id: string;
  account_id: string;
  kind: 'photo' | 'gif' | 'video';
  name: string;
  format: string;
  /** Detected; null until probed. */
  container: string | null;
  size: number | null;
  sha256: string | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  fps: number | null;
  has_audio: Generated<boolean>;
  status: Generated<MaterialStatus>;
  reason: string | null;
  refusal: string | null;
  file_key: string;
  thumb_key: string | null;
  playable_key: string | null;
  filmstrip_key: string | null;
  trim_start_ms: number | null;
  trim_end_ms: number | null;
  /** Of an open link; null for our own files. */
  granted_bytes: number | null;
  grant_expires_at: Time | null;
  /** Hidden from the owner while the deletion can be undone. */
  deletion_id: string | null;
  created_at: MadeAt;
  expires_at: Time;
}

export interface FaceTable {
  id: string;
  account_id: string;
  name: string;
  /** Null for a user's photo. */
  sample: string | null;
  pinned_at: Time | null;
  created_at: MadeAt;
}

export interface StoredPhotoPerson {
  person: string;
  /** Point in the face, shares of width and height. */
  at: { x: number; y: number };
  thumb_key: string;
  verdict: string;
  warnings: { code: string; message: string }[];
  /** Degrees; missing in older photos. */
  pose?: { yaw: number; pitch: number };
}

/** The oldest photo of a face is its first. */
export interface FacePhotoTable {
  id: string;
  face_id: string;
  account_id: string;
  file_key: string;
  thumb_key: string;
  sha256: string | null;
  width: number;
  height: number;
  /** Null for older photos and samples: the largest face is used. */
  person: string | null;
  people: JSONColumnType<StoredPhotoPerson[]> | null;
  created_at: MadeAt;
}

export interface ConsentTable {
  id: string;
  account_id: string;
  subject: 'face' | 'swap';
  subject_id: string;
  text: string;
  given_at: MadeAt;
}

export type TaskStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'refused';

export interface StoredPerson {
  key: string;
  thumb_key: string;
  screen_time_ms: number;
  share: number;
  first_seen_ms: number;
  /** Missing in older detections. */
  best_seen_ms?: number;
  sightings?: { at_ms: number; box: { x: number; y: number; width: number; height: number } }[];
  spans?: { start_ms: number; end_ms: number }[];
  frontal_score: number;
  /** Degrees; missing in older detections. */
  pose?: { yaw: number; pitch: number };
  box: { x: number; y: number; width: number; height: number };
}

export interface TaskTable {
  id: string;
  account_id: string;
  kind: 'probe' | 'playable' | 'detection' | 'swap' | 'preview' | 'export';
  material_id: string | null;
  status: Generated<TaskStatus>;
  stage: Generated<string>;
  progress: Generated<number>;
  error: string | null;
  message: string | null;
  trim_start_ms: number | null;
  trim_end_ms: number | null;
  persons: JSONColumnType<StoredPerson[]> | null;
  bindings: JSONColumnType<Record<string, string[]>> | null;
  preview_key: string | null;
  /** The original's frame; null for photos. */
  preview_before_key: string | null;
  work: string | null;
  work_units: number | null;
  expected_ms: number | null;
  mail_when_done: Generated<boolean>;
  created_at: MadeAt;
  started_at: Time | null;
  finished_at: Time | null;
}

export interface CreationTable {
  id: string;
  account_id: string;
  task_id: string;
  tool_id: string;
  material_id: string | null;
  name: string;
  kind: 'photo' | 'gif' | 'video';
  price: number;
  bindings: JSONColumnType<Record<string, string[]>>;
  result_key: string | null;
  result_sha256: string | null;
  poster_key: string | null;
  label_visible: boolean;
  source_type: string;
  /** As of materials. */
  deletion_id: string | null;
  created_at: MadeAt;
  expires_at: Time;
}

/** Tokens, as SHA-256. */
export interface ShareTable {
  id: string;
  account_id: string;
  creation_id: string;
  hash: Buffer;
  created_at: MadeAt;
  expires_at: Time;
}

export interface WantedExport {
  format: 'jpg' | 'png' | 'webp' | 'gif' | 'mp4' | 'before_after';
  /** Pixels; null for the result's own. */
  short_side: number | null;
  sound: boolean;
  at_ms: number;
}

export interface CreationExportTable {
  id: string;
  account_id: string;
  creation_id: string;
  task_id: string;
  wanted: JSONColumnType<WantedExport>;
  file_key: string | null;
  /** Bytes. */
  size: number | null;
  created_at: MadeAt;
}

export interface DeletionTable {
  id: string;
  account_id: string;
  kind: 'creation' | 'material';
  count: number;
  undo_until: Time;
  erase_at: Time;
  created_at: MadeAt;
}

export interface FeedbackTable {
  id: string;
  contents: string;
  email: string;
  created_at: MadeAt;
}

/** `size` is null until uploaded. */
export interface FeedbackAttachmentTable {
  file_key: string;
  feedback_id: string | null;
  size: number | null;
  created_at: MadeAt;
}

export interface FailedEventTable {
  id: string;
  type: string;
  input_data: string;
  created_at: MadeAt;
}

export interface TakedownCaseTable {
  id: string;
  location: string;
  description: string;
  person: string;
  email: string;
  signature: string;
  status: Generated<'open' | 'upheld' | 'dismissed'>;
  created_at: MadeAt;
  due_at: Time;
  closed_at: Time | null;
  resolution: string | null;
}

export interface BlockedFileTable {
  sha256: string;
  case_id: string;
  created_at: MadeAt;
}

export interface IdempotencyTable {
  scope: string;
  key: string;
  call: string;
  body_hash: string;
  /** Null while the call runs. */
  answer: JSONColumnType<object> | null;
  claim: string | null;
  claimed_until: Time | null;
  created_at: MadeAt;
}

export interface FaceExaminationTable {
  id: string;
  /** Null for a new face. */
  face_id: string | null;
  account_id: string;
  incoming_key: string;
  file_key: string;
  thumb_key: string;
  answer: JSONColumnType<object> | null;
  created_at: MadeAt;
}

export interface Database extends PaymentTables, IntegrationTables {
  account: AccountTable;
  access_token: AccessTokenTable;
  identity: IdentityTable;
  audit_event: AuditEventTable;
  rate_limit: RateLimitTable;
  mail_code: MailCodeTable;
  wallet: WalletTable;
  welcomed_mailbox: WelcomedMailboxTable;
  credit_entry: CreditEntryTable;
  material: MaterialTable;
  face: FaceTable;
  face_photo: FacePhotoTable;
  consent: ConsentTable;
  task: TaskTable;
  creation: CreationTable;
  share: ShareTable;
  creation_export: CreationExportTable;
  deletion: DeletionTable;
  feedback: FeedbackTable;
  feedback_attachment: FeedbackAttachmentTable;
  failed_event: FailedEventTable;
  takedown_case: TakedownCaseTable;
  blocked_file: BlockedFileTable;
  face_examination: FaceExaminationTable;
  idempotency: IdempotencyTable;
}
