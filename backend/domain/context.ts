import type { Logger } from 'pino';
import type { Engine } from '#engine';
import type { Db } from '#backend/db/connect';
import type { Notifications } from '#backend/db/notifications';
import type { ContentSigner } from '#backend/providers/credentials/port';
import type { IdentityProvider } from '#backend/providers/identity/port';
import type { RateLimiter } from '#backend/providers/limits/port';
import type { Storage } from '#backend/providers/storage/port';
import type { Vault } from '#backend/providers/vault/port';
import type { WebhookSender } from '#backend/providers/webhooks/port';
import type { JobQueue } from '#backend/queue/port';
import type { AuditLog } from './audit/audit-log';
import type { UploadSlots } from './face/upload-slots';
import type { ModerationPolicy } from './moderation/policy';
import type { PaymentConfig } from './payments/payment-config';
import type { SourceCache } from './swap/source-cache';
import type { TimeBudgets } from './time-budget';

/** Bytes. */
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
  /** Id of a quality. */
  defaultQuality: string;
  moderation: ModerationPolicy;
}

export interface AppContext {
  /** The call's transaction, if it has an Idempotency-Key and runs in one. */
  db: Db;
  /** Hold neither a connection nor a transaction while waiting. */
  notifications: Notifications;
  storage: Storage;
  jobs: JobQueue;
  policy: Policy;
  limits: RateLimiter;
  audit: AuditLog;
  uploadSlots: UploadSlots;
  /** Only workers fill it. */
  sourceCache: SourceCache;
  /** HMAC: recognises personal data without storing it. */
  keyedHash(text: string): Buffer;
  payments: PaymentConfig;
  webhooks: WebhookSender;
  vault: Vault;
  /** PUBLIC_URL: where browsers are. */
  siteUrl: string;
  google: IdentityProvider | null;
  /** PEM: issuers of the certificates that sign results. */
  contentAuthorities: string[];
  /** Each may throw to stop the deletion. */
  beforeDeletion: ((context: UserContext) => Promise<void>)[];
  now(): Date;
  log: Logger;
  samplesFolder: string;
  timeBudgets?: TimeBudgets;
  /** Of videos that are swapped; default the engine's. */
  segmentMs?: number;
  clientAddress?: string | undefined;
  /** Of the user's browser or program; the web passes the browser's on. */
  userAgent?: string | undefined;
}

export interface UserContext extends AppContext {
  accountId: string;
}

export interface SessionContext extends UserContext {
  token: string;
}

export interface IdempotentContext {
  /** Call it in the transaction of the effect. */
  storeAnswer?: ((trx: Db, answer: object) => Promise<void>) | undefined;
}

export interface WorkerContext extends AppContext {
  engine: Engine;
  /** Null: results are not signed. */
  contentSigner: ContentSigner | null;
  signal: AbortSignal;
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}
