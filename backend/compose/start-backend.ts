import { apiAddress, sharedOrigin } from '#backend/config/api-address';
import type { Environment } from '#backend/config/read';
import { readRole } from '#backend/config/role';
import { apiSchema } from '#backend/config/schema';
import { connect } from '#backend/db/connect';
import { migrate } from '#backend/db/migrate';
import { watchSilence } from '#backend/db/silence';
import { ensureDemo } from '#backend/domain/account/ensure-demo';
import type { Api } from '#backend/http/api-env';
import { makeApi } from '#backend/http/app';
import { reportHealth } from '#backend/http/health';
import { localPages } from '#backend/http/local-pages';
import type { Health } from '#http/health';
import { scheduleCleanup } from './cleanup';
import { usingDatabase } from './database';
import { databaseOf, openDeps } from './deps';
import { createLog } from './log';
import { registerDatabaseMetrics } from '#backend/metrics/database';
import { openErrorReporting } from './monitoring';
import { openOutbox } from './mail';

export { ConfigurationError } from '#backend/config/read';

export interface Backend {
  api: Api;
  /** For the web tier. */
  fetch(request: Request): Promise<Response>;
  /** Local mode only. */
  localPages?: Api | undefined;
  health(): Promise<Health>;
  close(): Promise<void>;
}

/** Health checks measure the database, not the load. */
const poolTimes = {
  calls: { acquireMs: 5_000, statementMs: 15_000 },
  probes: { acquireMs: 2_000, statementMs: 2_000 },
} as const;

/** @throws ConfigurationError listing every error */
export async function startBackend(environment: Environment): Promise<Backend> {
  const config = readRole(apiSchema, environment);
  const log = createLog('api', config.LOG_LEVEL, await openErrorReporting(config));
  const { url, directUrl, isPooled } = databaseOf(config);
  const migrated = await usingDatabase(() => migrate(directUrl));
  if (migrated.length) log.info({ migrated }, 'database_migrated');

  const silence = watchSilence(url, {
    isPooled,
    onChange: (isSilent) => (isSilent ? log.error('database_silent') : log.info('database_answers')),
  });
  const pool = { max: config.DATABASE_POOL, ...poolTimes.calls, isSilent: silence.isSilent };
  const { deps, db, sandbox, close } = await openDeps(config, { log, pool, limitsPool: { ...pool, max: 4 } });
  const probes = connect(url, { max: 2, isPooled, ...poolTimes.probes });
  const stopScratchCleanup = scheduleCleanup(config, (error) => log.warn({ err: error }, 'scratch_cleanup_failed'));
  const unregisterMetrics = registerDatabaseMetrics(db, deps.now);
  if (config.APP_ENV === 'local') await ensureDemo(deps);
  const isLocal = config.APP_ENV === 'local';
  const api = makeApi(deps, {
    mediaSecret: config.MEDIA_SECRET,
    publicUrl: apiAddress(config),
    siteUrl: config.PUBLIC_URL,
    siteOrigin: sharedOrigin(config),
    mediaUrl: config.MEDIA_URL,
  });
  return {
    api,
    fetch: async (request) => api.fetch(request),
    localPages: isLocal ? localPages(deps, { outbox: openOutbox(config), sandbox, api }) : undefined,
    health: () => reportHealth({ ...deps, db: probes.db }),
    close: async () => {
      unregisterMetrics();
      stopScratchCleanup();
      await Promise.all([close(), probes.close(), silence.close()]);
    },
  };
}
