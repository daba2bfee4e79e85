import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { IntegrationTables } from './integration-types';
import type { PaymentTables } from './payment-types';

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
  created_at: MadeAt;
}

/** Who an account is at somebody else's. */
export interface IdentityTable {
  provider: 'google';
  /** The provider's own id of the person: it stays when their address changes. */
  subject: string;
  account_id: string;
  created_at: MadeAt;
}

/** What happened around accounts. It outlives them, so nothing in it says who somebody was. */
export interface AuditEventTable {
  id: string;
  at: MadeAt;
  event: string;
  account_id: string | null;
  /** The network that the call came from; gone with the account. */
  address: string | null;
  detail: string | null;
}

/** Kept by rate-limiter-flexible; keys are hashes. */
export interface RateLimitTable {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number | null;
}

/** Bearer tokens: only their SHA-256 is kept. */
export interface AccessTokenTable {
  hash: Buffer;
  account_id: string;
  created_at: MadeAt;
  expires_at: Time;
}

/** Codes of mails: only their SHA-256 is kept. */
export interface MailCodeTable {
  hash: Buffer;
  account_id: string;
  purpose: 'activate' | 'reset';
  created_at: MadeAt;
  expires_at: Time;
}

/** Mailboxes that have had their first credits. */
export interface WelcomedMailboxTable {
  hash: Buffer;
  created_at: MadeAt;
}

export interface WalletTable {
  account_id: string;
  /** Moved by the ledger's trigger alone. */
  balance: ColumnType<number, never, never>;
}

export type CreditKind = 'grant' | 'purchase' | 'hold' | 'release' | 'refund' | 'reversal' | 'adjustment';

/** Append-only: the database refuses to change or delete a row. */
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
  /** Extension by which it was uploaded. */
  format: string;
  /** What its content is; null until it has been read. */
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
  /** The error's name that goes with the reason. */
  refusal: string | null;
  file_key: string;
  thumb_key: string | null;
  /** The file itself where browsers play it, else a copy that they do; null while there is none. */
  playable_key: string | null;
  filmstrip_key: string | null;
  trim_start_ms: number | null;
  trim_end_ms: number | null;
  /** Until the file has arrived: the most its link takes, and when that link ends; null for files we bring in. */
  granted_bytes: number | null;
  grant_expires_at: Time | null;
  created_at: MadeAt;
  expires_at: Time;
}

export interface FaceTable {
  id: string;
  account_id: string;
  file_key: string;
  thumb_key: string;
  /** Of the photo as it was sent. */
  sha256: string | null;
  width: number;
  height: number;
  pinned_at: Time | null;
  created_at: MadeAt;
}

/** Who agreed to what, when, in which words. */
export interface ConsentTable {
  id: string;
  account_id: string;
  subject: 'face' | 'swap';
  subject_id: string;
  text: string;
  given_at: MadeAt;
}

export type TaskStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'refused';

/** A person as a detection found them; thumbnails lie in storage. */
export interface StoredPerson {
  key: string;
  thumb_key: string;
  screen_time_ms: number;
  share: number;
  first_seen_ms: number;
  /** Missing in detections from before they were kept. */
  best_seen_ms?: number;
  spans?: { start_ms: number; end_ms: number }[];
  frontal_score: number;
  box: { x: number; y: number; width: number; height: number };
}

export interface TaskTable {
  id: string;
  account_id: string;
  kind: 'probe' | 'playable' | 'detection' | 'swap' | 'preview';
  material_id: string | null;
  status: Generated<TaskStatus>;
  stage: Generated<string>;
  progress: Generated<number>;
  error: string | null;
  message: string | null;
  trim_start_ms: number | null;
  trim_end_ms: number | null;
  persons: JSONColumnType<StoredPerson[]> | null;
  /** Of a preview: whose faces it shows, and where it lies. */
  bindings: JSONColumnType<Record<string, string[]>> | null;
  preview_key: string | null;
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
  /** The upload's, kept for when that is gone. */
  name: string;
  kind: 'photo' | 'gif' | 'video';
  price: number;
  bindings: JSONColumnType<Record<string, string[]>>;
  result_key: string | null;
  result_sha256: string | null;
  poster_key: string | null;
  label_visible: boolean;
  source_type: string;
  created_at: MadeAt;
  expires_at: Time;
}

export interface FeedbackTable {
  id: string;
  contents: string;
  email: string;
  created_at: MadeAt;
}

/** A file sent along; without a size it has not arrived, without a message nobody has named it yet. */
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
  /** Why it was closed as it was. */
  resolution: string | null;
}

/** Files that were taken down: nobody brings them back. */
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
  /** Null while the work is being done. */
  answer: JSONColumnType<object> | null;
  /** Who does the work; it is theirs until the moment below, which they move on. */
  claim: string | null;
  claimed_until: Time | null;
  created_at: MadeAt;
}

/** A face upload that waits for a worker. Gone when the face is there, or refused. */
export interface FaceExaminationTable {
  /** The face's id to be. */
  id: string;
  account_id: string;
  /** The photo as it was sent. */
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
  consent: ConsentTable;
  task: TaskTable;
  creation: CreationTable;
  feedback: FeedbackTable;
  feedback_attachment: FeedbackAttachmentTable;
  failed_event: FailedEventTable;
  takedown_case: TakedownCaseTable;
  blocked_file: BlockedFileTable;
  face_examination: FaceExaminationTable;
  idempotency: IdempotencyTable;
}
