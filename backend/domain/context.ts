import type { Logger } from 'pino';
import type { Db } from '#backend/db/connect';
import type { Notifications } from '#backend/db/notifications';
import type { IdentityProvider } from '#backend/providers/identity/port';
import type { RateLimiter } from '#backend/providers/limits/port';
import type { Storage } from '#backend/providers/storage/port';
import type { Vault } from '#backend/providers/vault/port';
import type { WebhookSender } from '#backend/providers/webhooks/port';
import type { JobQueue } from '#backend/queue/port';
import type { AuditLog } from './audit/audit-log';
import type { UploadSlots } from './face/upload-slots';
import type { PaymentDesk } from './payments/payment-config';
import type { TimeBudgets } from './time-budget';

/** Storage quotas in bytes: before the e-mail address is confirmed, and by plan after that. */
export interface StorageQuotas {
  unconfirmed: number;
  free: number;
  premium: number;
}

/** What the product decides and an operator may change. */
export interface Policy {
  welcomeCredits: number;
  retentionDays: number;
  tokenDays: number;
  /** Bytes that one account's uploads may take, open upload links included. */
  quotaBytes: StorageQuotas;
}

/** What every verb may use. Nothing in here is global, so that a test can have its own. */
export interface Deps {
  /** In a call with an Idempotency-Key that needs the database alone, this is its transaction. */
  db: Db;
  /** Waits for rows to change; neither a connection nor a transaction may be held meanwhile. */
  notifications: Notifications;
  storage: Storage;
  jobs: JobQueue;
  policy: Policy;
  limits: RateLimiter;
  audit: AuditLog;
  uploadSlots: UploadSlots;
  /** Recognises a personal text without keeping it. */
  keyedHash(text: string): Buffer;
  payments: PaymentDesk;
  webhooks: WebhookSender;
  vault: Vault;
  /** Null where signing in with Google is not set up. */
  google: IdentityProvider | null;
  /** What has to be settled before an account goes, e.g. a subscription that runs at a provider. May throw to stop it. */
  beforeDeletion: ((leaving: Signed) => Promise<void>)[];
  now(): Date;
  log: Logger;
  /** Where our own media lie that anybody may try. */
  samplesFolder: string;
  /** How long work on a file may take; ours unless set. */
  timeBudgets?: TimeBudgets;
  /** Where a call came from, as far as that is known. */
  clientAddress?: string | undefined;
}

/** Deps of a verb called for a signed-in user. */
export interface Signed extends Deps {
  accountId: string;
}

/** Deps of a verb that is about the very session it is called with. */
export interface InSession extends Signed {
  token: string;
}

/** Deps of a verb that waits for more than the database, and may be called with an Idempotency-Key. */
export interface Rememberable {
  /** Stores the answer of the call in the transaction of its effect: a repeated call gets it, and has no second effect. */
  remember?: ((trx: Db, answer: object) => Promise<void>) | undefined;
}

export function daysFrom(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * 86_400_000);
}
