import type { Logger } from 'pino';
import type { Engine } from '#engine';
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
import type { PaymentConfig } from './payments/payment-config';
import type { TimeBudgets } from './time-budget';

/** Bytes: before the e-mail address is confirmed, then by plan. */
export interface StorageQuotas {
  unconfirmed: number;
  free: number;
  premium: number;
}

export interface Policy {
  welcomeCredits: number;
  retentionDays: number;
  tokenDays: number;
  quotaBytes: StorageQuotas;
}

/** None is global, so each test can have its own. */
export interface AppContext {
  /** The call's transaction if the call has an Idempotency-Key and does not run outside a transaction. */
  db: Db;
  /** Hold neither a connection nor a transaction while waiting. */
  notifications: Notifications;
  storage: Storage;
  jobs: JobQueue;
  policy: Policy;
  limits: RateLimiter;
  audit: AuditLog;
  uploadSlots: UploadSlots;
  /** HMAC: recognises personal data without storing it. */
  keyedHash(text: string): Buffer;
  payments: PaymentConfig;
  webhooks: WebhookSender;
  vault: Vault;
  /** Null if Google sign-in is not configured. */
  google: IdentityProvider | null;
  /** E.g. to cancel a subscription; each may throw to stop the deletion. */
  beforeDeletion: ((context: UserContext) => Promise<void>)[];
  now(): Date;
  log: Logger;
  samplesFolder: string;
  timeBudgets?: TimeBudgets;
  clientAddress?: string | undefined;
}

export interface UserContext extends AppContext {
  accountId: string;
}

export interface SessionContext extends UserContext {
  token: string;
}

export interface IdempotentContext {
  /** In the transaction of its effect, so that a repeated call has no second effect. */
  storeAnswer?: ((trx: Db, answer: object) => Promise<void>) | undefined;
}

export interface WorkerContext extends AppContext {
  engine: Engine;
  signal: AbortSignal;
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}
