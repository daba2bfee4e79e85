// The operator's command: npm run admin. Works on the database of the local stack with nothing set, as `npm start` does.
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { runAdmin, type Open } from '#backend/admin/run';
import { readConfiguration } from '#backend/config/read';
import { storageQuotas } from '#backend/config/quotas';
import { apiSchema } from '#backend/config/schema';
import { connect } from '#backend/db/connect';
import { startPostgres } from '#backend/db/embedded/index';
import { migrate } from '#backend/db/migrate';
import { openNotifications } from '#backend/db/notifications';
import { auditLog } from '#backend/domain/audit/audit-log';
import { uploadSlots } from '#backend/domain/face/upload-slots';
import { graphileQueue } from '#backend/queue/graphile-queue';
import { keyedHash } from '#backend/lib/keyed-hash';
import { readLaunch } from '#backend/launch/configuration';
import { LaunchFailure } from '#backend/launch/failure';
import { makeLog } from '#backend/compose/log';
import { openPayments } from '#backend/compose/payments';
import { postgresLimits } from '#backend/providers/limits/postgres';
import { openStorage } from '#backend/compose/storage';
import { openWebhooks } from '#backend/compose/webhooks';

/** Lends the database: that of DATABASE_URL, or the local stack's, which is started if nobody runs it. */
async function withDatabase<T>(work: (url: string, environment: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDirectory, environment } = readLaunch(process.env);
  if (databaseUrl) return work(databaseUrl, environment);
  const root = join(dataDirectory, 'postgres');
  if (!existsSync(root)) {
    throw new LaunchFailure(
      `There is no database in ${dataDirectory} yet. Run npm start once, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  const postgres = await startPostgres({ root });
  try {
    return await work(postgres.url, environment);
  } finally {
    await postgres.stop();
  }
}

const open: Open = (work) =>
  withDatabase(async (url, environment) => {
    const config = readConfiguration(apiSchema, { ...environment, DATABASE_URL: url });
    await reach(url);
    const { db, pool, close } = connect(url, { max: 4 });
    const notifications = openNotifications(url);
    const { WELCOME_CREDITS: welcomeCredits, RETENTION_DAYS: retentionDays, TOKEN_DAYS: tokenDays } = config;
    const deps = {
      db,
      storage: openStorage(config),
      notifications,
      jobs: graphileQueue(),
      policy: { welcomeCredits, retentionDays, tokenDays, quotaBytes: storageQuotas(config) },
      limits: postgresLimits(pool),
      audit: auditLog(db),
      uploadSlots: uploadSlots(),
      keyedHash: keyedHash(config.MEDIA_SECRET),
      payments: openPayments(config).desk,
      ...openWebhooks(config),
      google: null,
      beforeDeletion: [],
      now: () => new Date(),
      log: makeLog('admin', 'silent'), // what there is to say is the answer, or the sentence that says what went wrong
      samplesFolder: 'public/samples',
      operator: userInfo().username,
    };
    return work(deps).finally(async () => {
      await notifications.close();
      await close();
    });
  });

async function reach(url: string): Promise<void> {
  try {
    await migrate(url);
  } catch (cause) {
    const { message, code } = cause as Error & { code?: string };
    throw new LaunchFailure(`The database cannot be used: ${message || code}. Check DATABASE_URL.`, { cause });
  }
}

process.exitCode = await runAdmin(
  process.argv.slice(2),
  {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    debug: Boolean(process.env.DEBUG),
  },
  open,
);
