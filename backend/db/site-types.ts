import type { Generated } from 'kysely';
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
