import { resolve } from 'node:path';
import { openEngine } from '#engine';
import { describeDecoders } from '#engine/decoder/describe';
import { ConfigurationError, readConfiguration } from '#backend/config/read';
import { workerSchema } from '#backend/config/schema';
import { connect } from '#backend/db/connect';
import { openNotifications } from '#backend/db/notifications';
import { auditLog } from '#backend/domain/audit/audit-log';
import { uploadSlots } from '#backend/domain/face/upload-slots';
import { graphileQueue } from '#backend/queue/graphile-queue';
import { openLiveness } from '#backend/jobs/liveness';
import { runWorker } from '#backend/jobs/run-worker';
import { keyedHash } from '#backend/lib/keyed-hash';
import { makeLog } from '#backend/compose/log';
import { watchFfmpeg } from '#backend/metrics/jobs';
import { serveMetrics } from '#backend/metrics/serve';
import { endReports, openReports } from '#backend/compose/monitoring';
import { openMailer } from '#backend/compose/mail';
import { postgresLimits } from '#backend/providers/limits/postgres';
import { openPayments } from '#backend/compose/payments';
import { keepScratchClear } from '#backend/lib/scratch';
import { openStorage } from '#backend/compose/storage';
import { openWebhooks } from '#backend/compose/webhooks';

async function main(): Promise<void> {
  const config = readConfiguration(workerSchema, process.env);
  const log = makeLog(`worker-${config.WORKER_LANE}`, config.LOG_LEVEL, await openReports(config));
  const { db, pool, close } = connect(config.DATABASE_URL, { max: 10, statementMs: 60_000 });
  const notifications = openNotifications(config.DATABASE_URL);
  const decoders = await describeDecoders();
  log.info({ decoders: decoders.summary }, decoders.isolation);
  if (config.APP_ENV === 'prod' && decoders.warning) log.warn(decoders.warning);
  const onLost = () => {
    log.error('the database connection was lost: leaving, so that my jobs are taken up by another worker');
    process.exit(1);
  };
  const liveness = await openLiveness(config.DATABASE_URL, onLost, decoders.brief);
  watchFfmpeg();
  await serveMetrics(config);
  const engine = await openEngine({
    ...(config.ENGINE_THREADS ? { threads: config.ENGINE_THREADS } : {}),
    ...(config.MODELS_DIR ? { modelsDir: config.MODELS_DIR } : {}),
  });
  const deps = {
    db,
    storage: openStorage(config, { isWorker: true }),
    notifications,
    jobs: graphileQueue(),
    policy: {
      welcomeCredits: 0,
      retentionDays: config.RETENTION_DAYS,
      tokenDays: 0,
      quotaBytes: { unconfirmed: 0, free: 0, premium: 0 },
    },
    limits: postgresLimits(pool),
    audit: auditLog(db),
    uploadSlots: uploadSlots(),
    keyedHash: keyedHash(config.MEDIA_SECRET),
    payments: openPayments(config).desk,
    ...openWebhooks(config),
    google: null,
    beforeDeletion: [],
    now: () => new Date(),
    log,
    samplesFolder: resolve('public/samples'),
    engine,
    mailer: openMailer(config),
    siteUrl: config.PUBLIC_URL,
  };
  keepScratchClear((error) => log.warn({ err: error }, 'temporary folders could not be cleared'));
  const worker = await runWorker({ deps, db, pool, liveness, lane: config.WORKER_LANE });
  if (config.APP_ENV === 'prod' && !config.SMTP_URL) log.warn('SMTP_URL is not set: mails stay in the outbox, unsent');
  log.info('ready for jobs');

  let leaving = false;
  const leave = async (why: string) => {
    if (leaving) return;
    leaving = true;
    log.info({ why }, 'stopping');
    await worker.stop();
    await engine.close();
    await liveness.end();
    await notifications.close();
    await close();
    await endReports(config);
    process.exit(0);
  };
  process.on('SIGTERM', () => void leave('SIGTERM'));
  process.on('SIGINT', () => void leave('SIGINT'));
  process.on('disconnect', () => void leave('the launcher is gone'));
}

main().catch((error: unknown) => {
  const told = error instanceof ConfigurationError || (error as Error).name === 'EngineError';
  process.stderr.write(`${told ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exit(1);
});
