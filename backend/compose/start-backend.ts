import { resolve } from 'node:path';
import { apiAddress, sharedOrigin } from '#backend/config/api-address';
import { readConfiguration, type Environment } from '#backend/config/read';
import { storageQuotas } from '#backend/config/quotas';
import { apiSchema } from '#backend/config/schema';
import { connect } from '#backend/db/connect';
import { migrate } from '#backend/db/migrate';
import { openNotifications } from '#backend/db/notifications';
import { auditLog } from '#backend/domain/audit/audit-log';
import { ensureDemo } from '#backend/domain/account/ensure-demo';
import { uploadSlots } from '#backend/domain/face/upload-slots';
import { cancelBeforeDeletion } from '#backend/domain/payments/cancel-before-deletion';
import type { Api } from '#backend/http/api-env';
import { makeApi } from '#backend/http/app';
import { reportHealth } from '#backend/http/health';
import { localPages } from '#backend/http/local-pages';
import type { Health } from '#http/health';
import { graphileQueue } from '#backend/queue/graphile-queue';
import { keyedHash } from '#backend/lib/keyed-hash';
import { makeLog } from './log';
import { watchBooks } from '#backend/metrics/books';
import { openReports } from './monitoring';
import { openOutbox } from './mail';
import { openIdProvider } from '#backend/providers/identity/openid';
import { postgresLimits } from '#backend/providers/limits/postgres';
import { openPayments } from './payments';
import { keepScratchClear } from '#backend/lib/scratch';
import { openStorage } from './storage';
import { openWebhooks } from './webhooks';

export { ConfigurationError } from '#backend/config/read';

export interface Backend {
  /** The whole API; its paths start below its root: `/email/login`. */
  api: Api;
  /** Calls the API without a socket: for the web tier in the same process. */
  fetch(request: Request): Promise<Response>;
  /** Pages below `/dev`, in local mode alone. */
  localPages?: Api | undefined;
  /** Each part, tried. */
  health(): Promise<Health>;
  close(): Promise<void>;
}

/**
 * A call waits 5 s for a connection, then it is 503; a statement that takes 15 s is one too many. Health checks have a pool
 * of their own, so that they tell the database's state and not the calls' load.
 */
const poolTimes = {
  calls: { acquireMs: 5_000, statementMs: 15_000 },
  probes: { acquireMs: 2_000, statementMs: 2_000 },
} as const;

/** Migrates, and starts the API in this process. Throws ConfigurationError with every fault of the environment. */
export async function startBackend(environment: Environment): Promise<Backend> {
  const config = readConfiguration(apiSchema, environment);
  const log = makeLog('api', config.LOG_LEVEL, await openReports(config));
  const migrated = await migrate(config.DATABASE_URL);
  if (migrated.length) log.info({ migrated }, 'database migrated');

  const { DATABASE_URL: url } = config;
  const { db, close } = connect(url, { max: config.DATABASE_POOL, ...poolTimes.calls });
  // Apart from the pool of the calls: one that holds a connection must not wait for another such call to count itself.
  const aside = connect(url, { max: 4, ...poolTimes.calls });
  const probes = connect(url, { max: 2, ...poolTimes.probes });
  const notifications = openNotifications(url);
  const { desk, sandbox } = openPayments(config);
  const deps = {
    db,
    storage: openStorage(config),
    notifications,
    jobs: graphileQueue(),
    policy: {
      welcomeCredits: config.WELCOME_CREDITS,
      retentionDays: config.RETENTION_DAYS,
      tokenDays: config.TOKEN_DAYS,
      quotaBytes: storageQuotas(config),
    },
    limits: postgresLimits(aside.pool),
    audit: auditLog(aside.db),
    uploadSlots: uploadSlots(),
    keyedHash: keyedHash(config.MEDIA_SECRET),
    payments: desk,
    ...openWebhooks(config),
    google: config.GOOGLE_CLIENT_ID
      ? openIdProvider({ issuer: config.GOOGLE_ISSUER, clientId: config.GOOGLE_CLIENT_ID })
      : null,
    beforeDeletion: [cancelBeforeDeletion],
    now: () => new Date(),
    log,
    samplesFolder: resolve('public/samples'),
  };
  const leaveScratch = keepScratchClear((error) => log.warn({ err: error }, 'temporary folders could not be cleared'));
  const forgetBooks = watchBooks(db, deps.now);
  if (config.APP_ENV === 'local') await ensureDemo(deps);
  const isLocal = config.APP_ENV === 'local';
  const api = makeApi(deps, {
    mediaSecret: config.MEDIA_SECRET,
    publicUrl: apiAddress(config),
    siteUrl: config.PUBLIC_URL,
    siteOrigin: sharedOrigin(config),
  });
  return {
    api,
    fetch: async (request) => api.fetch(request),
    localPages: isLocal ? localPages(deps, { outbox: openOutbox(config), sandbox, api }) : undefined,
    health: () => reportHealth({ ...deps, db: probes.db }),
    close: async () => {
      forgetBooks();
      leaveScratch();
      await notifications.close();
      await Promise.all([close(), aside.close(), probes.close()]);
    },
  };
}
