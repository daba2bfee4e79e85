import type { Database } from '#backend/db/types';

/** How long the rows of a table are kept. `docs/security.md` and the privacy policy say the same. */
export type RetentionRule =
  /** Swept so many days after the time in `column`. */
  | { days: number; after: string }
  /** Deleted with the row it belongs to. */
  | { with: keyof Database }
  /** Kept without limit, for the reason; without personal data once the account is deleted. */
  | { kept: string };

const withAccount = { with: 'account' } as const;
const books = { kept: 'bookkeeping: amounts without name and address' };
const minutes = (count: number) => count / 24 / 60;

/** A table without a rule does not compile; `tests/backend/retention.test.ts` proves each. */
export const retentionRules: Record<keyof Database | 'invoice_counter', RetentionRule> = {
  account: { kept: 'until the owner deletes it' },
  identity: withAccount,
  access_token: { days: 14, after: 'last_used_at' },
  mail_code: { days: 1, after: 'expires_at' },
  one_time_secret: withAccount,
  recovery_code: withAccount,
  passkey: withAccount,
  passkey_challenge: { days: 0, after: 'expires_at' },
  consent: withAccount,
  audit_event: { days: 365, after: 'at' },
  rate_limit: { days: 0, after: 'expire' },
  idempotency: { days: 1, after: 'created_at' },
  welcomed_mailbox: { kept: 'keyed hashes, so that first credits are given once' },

  material: { days: 0, after: 'expires_at' },
  creation: { days: 0, after: 'expires_at' },
  task: { with: 'creation' },
  creation_export: { with: 'creation' },
  shared_swap: { with: 'task' },
  shared_segment: { with: 'shared_swap' },
  share: { days: 0, after: 'expires_at' },
  face: withAccount,
  face_photo: { with: 'face' },
  face_examination: { days: minutes(60), after: 'created_at' },
  deletion: { days: minutes(1), after: 'erase_at' },
  worker_quality: { kept: 'about workers, not about people' },

  wallet: books,
  credit_entry: books,
  credit_debt: books,
  payment: books,
  payment_event: books,
  payment_grant: books,
  subscription: books,
  invoice: books,
  invoice_buyer: withAccount,
  invoice_counter: { kept: 'bookkeeping: the last number of each year' },

  api_key: withAccount,
  webhook_endpoint: withAccount,
  webhook_event: { days: 30, after: 'created_at' },
  webhook_delivery: { with: 'webhook_event' },
  webhook_attempt: { with: 'webhook_delivery' },

  moderation: { days: 365, after: 'created_at' },
  feedback: { days: 365, after: 'created_at' },
  feedback_attachment: { days: 1, after: 'created_at' },
  failed_event: { days: 365, after: 'created_at' },
  takedown_case: { kept: 'evidence of what was removed and why' },
  blocked_face: { kept: 'until the person withdraws: numbers that describe a face, encrypted' },
  blocked_file: { kept: 'hashes, so that a removed file cannot return' },
  blocked_fingerprint: { kept: 'hashes, so that a removed file cannot return' },
};
