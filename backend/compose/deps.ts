import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { moderationPolicy } from '#backend/config/moderation';
import { storageQuotas } from '#backend/config/quotas';
import type { ApiConfig, WorkerConfig } from '#backend/config/schema';
import { connect, hasStatementTimeout, type Connection, type PoolOptions } from '#backend/db/connect';
import { openNotifications } from '#backend/db/notifications';
import { auditLog } from '#backend/domain/audit/audit-log';
import type { AppContext } from '#backend/domain/context';
import { uploadSlots } from '#backend/domain/face/upload-slots';
import { cancelBeforeDeletion } from '#backend/domain/payments/cancel-before-deletion';
import { sourceCache } from '#backend/domain/swap/source-cache';
import { keyedHash } from '#backend/lib/keyed-hash';
import { openIdProvider } from '#backend/providers/identity/openid';
import { postgresLimits } from '#backend/providers/limits/postgres';
import type { SandboxPage } from '#backend/providers/payments/port';
import { graphileQueue } from '#backend/queue/graphile-queue';
import { contentAuthorities } from './credentials';
import { openPayments } from './payments';
import { openStorage } from './storage';
import { openWebhooks } from './webhooks';

interface Options {
  log: Logger;
  pool: PoolOptions;
  /** A call may count itself while it holds a connection of the first pool. */
  limitsPool?: PoolOptions;
  /** Default: a new pool. */
  open?: typeof connect;
}

export interface Dependencies extends Connection {
  deps: AppContext;
  sandbox: SandboxPage | undefined;
}

interface DatabaseSettings {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
}

/** `directUrl`: for what belongs to a session, such as LISTEN, advisory locks and migrations. */
export function databaseOf({ DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseSettings) {
  return { url: DATABASE_URL, directUrl: DATABASE_DIRECT_URL ?? DATABASE_URL, isPooled: Boolean(DATABASE_DIRECT_URL) };
}

async function warnWithoutTimeout(db: Connection['db'], log: Logger): Promise<void> {
  const isMissing = await hasStatementTimeout(db).then(
    (has) => !has,
    () => false, // not reachable now
  );
  if (isMissing) log.warn({ missing: 'connect_query' }, 'statement_timeout_missing');
}

/** @throws ConfigurationError */
export async function openDeps(config: ApiConfig | WorkerConfig, options: Options): Promise<Dependencies> {
  const { log, pool, limitsPool, open = connect } = options;
  const api = 'WELCOME_CREDITS' in config ? config : undefined;
  const storage = await openStorage(config, { isWorker: !api });
  const { url, isPooled, directUrl } = databaseOf(config);
  const main = open(url, { ...pool, isPooled });
  const side = limitsPool ? open(url, { ...limitsPool, isPooled }) : main;
  const notifications = openNotifications(directUrl);
  if (isPooled) void warnWithoutTimeout(main.db, log);
  const { payments, sandbox } = await openPayments(config);
  const deps: AppContext = {
    db: main.db,
    storage,
    notifications,
    jobs: graphileQueue(),
    // Workers create no accounts or tokens and receive no uploads.
    policy: {
      welcomeCredits: api?.WELCOME_CREDITS ?? 0,
      retentionDays: config.RETENTION_DAYS,
      tokenDays: api?.TOKEN_DAYS ?? 0,
      defaultQuality: api?.NEURAL_DEFAULT ?? 'mesh',
      moderation: moderationPolicy(config),
      quotaBytes: api ? storageQuotas(api) : { unconfirmed: 0, free: 0, premium: 0 },
    },
    limits: postgresLimits(side.pool),
    audit: auditLog(side.db),
    uploadSlots: uploadSlots(),
    sourceCache: sourceCache(),
    siteUrl: config.PUBLIC_URL,
    keyedHash: keyedHash(config.MEDIA_SECRET),
    payments,
    ...openWebhooks(config),
    contentAuthorities: contentAuthorities(config),
    google: api?.GOOGLE_CLIENT_ID
      ? openIdProvider({ issuer: api.GOOGLE_ISSUER, clientId: api.GOOGLE_CLIENT_ID })
      : null,
    beforeDeletion: [cancelBeforeDeletion],
    now: () => new Date(),
    log,
    samplesFolder: resolve('public/samples'),
  };
  const close = async () => {
    await notifications.close();
    await Promise.all([main.close(), ...(side === main ? [] : [side.close()])]);
  };
  return { deps, db: main.db, pool: main.pool, sandbox, close };
}
