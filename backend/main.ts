import { readConfiguration, type Environment } from './config/read';
import { apiSchema } from './config/schema';
import { connect } from './db/connect';
import { migrate } from './db/migrate';
import { ensureDemo } from './domain/account/ensure-demo';
import { makeApi } from './http/app';
import { reportHealth, type Health } from './http/health';
import { graphileQueue } from './jobs/graphile-queue';
import { makeLog } from './log';
import { openOutbox } from './mail';
import { openStorage } from './storage';

export { ConfigurationError } from './config/read';
export type { Health } from './http/health';

export interface Backend {
  /** The whole API; paths start below its root: `/email/login`. */
  fetch(request: Request): Promise<Response>;
  /** Each part, tried. */
  health(): Promise<Health>;
  close(): Promise<void>;
}

/** Migrates, and starts the API in this process. Throws ConfigurationError with every fault of the environment. */
export async function startBackend(environment: Environment = process.env): Promise<Backend> {
  const config = readConfiguration(apiSchema, environment);
  const log = makeLog('api', config.LOG_LEVEL);
  const migrated = await migrate(config.DATABASE_URL);
  if (migrated.length) log.info({ migrated }, 'database migrated');

  const { db, pool, close } = connect(config.DATABASE_URL, { max: config.DATABASE_POOL });
  const deps = {
    db,
    storage: openStorage(config),
    jobs: graphileQueue(pool),
    policy: {
      welcomeCredits: config.WELCOME_CREDITS,
      retentionDays: config.RETENTION_DAYS,
      tokenDays: config.TOKEN_DAYS,
    },
    now: () => new Date(),
    log,
  };
  if (config.APP_ENV === 'local') await ensureDemo(deps);
  const app = makeApi(deps, {
    mediaSecret: config.MEDIA_SECRET,
    publicUrl: config.API_PUBLIC_URL,
    webOrigin: new URL(config.PUBLIC_URL).origin,
    local: config.APP_ENV === 'local' ? { outbox: openOutbox(config) } : undefined,
  });
  return {
    fetch: async (request) => app.fetch(request),
    health: () => reportHealth(deps),
    close,
  };
}
