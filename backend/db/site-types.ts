import type { Generated, JSONColumnType } from 'kysely';
import type { MadeAt, Time } from './columns';

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
  /** Of the sender, until a message claims the file. */
  network: string | null;
  size: number | null;
  created_at: MadeAt;
}

export interface FailedEventTable {
  id: string;
  type: string;
  input_data: string;
  created_at: MadeAt;
}

/** `identity` is encrypted; null until a worker has read the photo. */
export interface BlockedFaceTable {
  id: string;
  email: string;
  identity: Buffer | null;
  failure: string | null;
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

export interface BlockedFingerprintTable {
  /** 64-bit integer. */
  fingerprint: string;
  case_id: string;
  created_at: MadeAt;
}

export interface BlockedFileTable {
  sha256: string;
  case_id: string;
  created_at: MadeAt;
}

/** What was stopped or refused. */
export interface ModerationTable {
  id: string;
  account_id: string;
  subject: 'upload' | 'face' | 'preview' | 'result';
  subject_id: string;
  name: string;
  /** Of the file that the owner sent. */
  sha256: string | null;
  outcome: 'stopped' | 'refused';
  scores: JSONColumnType<object>;
  model: string;
  /** Null: refused, judged or expired. */
  evidence_key: string | null;
  appeal: string | null;
  appealed_at: Time | null;
  verdict: 'allowed' | 'upheld' | null;
  verdict_reason: string | null;
  verdict_at: Time | null;
  created_at: MadeAt;
}
