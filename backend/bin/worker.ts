import { openEngine } from '#engine';
import { describeDecoders } from '#engine/decoder/describe';
import { logLibraryOutput } from '#http/library-output';
import { ConfigurationError } from '#backend/config/read';
import { readRole } from '#backend/config/role';
import { workerSchema } from '#backend/config/schema';
import { connect } from '#backend/db/connect';
import { assertMigrated } from '#backend/db/migrate';
import { openLiveness } from '#backend/jobs/liveness';
import { runWorker } from '#backend/jobs/run-worker';
import { workerQualities } from '#backend/jobs/worker-qualities';
import { scheduleCleanup } from '#backend/compose/cleanup';
import { openContentSigner } from '#backend/compose/credentials';
import { usingDatabase } from '#backend/compose/database';
import { databaseOf, openDeps } from '#backend/compose/deps';
import { createLog } from '#backend/compose/log';
import { countFfmpegRuns } from '#backend/metrics/jobs';
import { serveMetrics } from '#backend/metrics/serve';
import { flushErrorReports, openErrorReporting } from '#backend/compose/monitoring';
import { openMailer } from '#backend/compose/mail';
import { neuralOptions } from '#backend/compose/neural';

const statementMs = 60_000;

async function main(): Promise<void> {
  const config = readRole(workerSchema, process.env);
  const log = createLog(`worker-${config.WORKER_LANE}`, config.LOG_LEVEL, await openErrorReporting(config));
  logLibraryOutput(log);
  const decoders = await describeDecoders();
  log.info({ decoders: decoders.summary, isolation: decoders.isolation }, 'decoders_found');
  if (config.APP_ENV === 'prod' && decoders.warning) log.warn({ warning: decoders.warning }, 'decoders_not_isolated');
  const onLost = () => {
    log.error('database_connection_lost'); // other workers take over its jobs
    process.exit(1);
  };
  const { directUrl, isPooled } = databaseOf(config);
  await usingDatabase(() => assertMigrated(directUrl));
  const liveness = await openLiveness(directUrl, onLost, decoders.brief);
  countFfmpegRuns();
  await serveMetrics(config);
  const { deps, db, pool, close } = await openDeps(config, { log, pool: { max: 10, statementMs } });
  // The queue listens for new jobs.
  const queue = isPooled ? connect(directUrl, { max: 6, statementMs }) : undefined;
  const engine = await openEngine({
    ...(config.ENGINE_THREADS ? { threads: config.ENGINE_THREADS } : {}),
    ...(config.MODELS_DIR ? { modelsDir: config.MODELS_DIR } : {}),
    ...neuralOptions(config, deps.payments),
  });
  const qualities = workerQualities(engine, log);
  const contentSigner = openContentSigner(config);
  const workerDeps = { ...deps, engine, contentSigner, mailer: await openMailer(config), siteUrl: config.PUBLIC_URL };
  scheduleCleanup(config, (error) => log.warn({ err: error }, 'scratch_cleanup_failed'));
  const worker = await runWorker({
    ...{ deps: workerDeps, db, pool: queue?.pool ?? pool, liveness },
    lane: config.WORKER_LANE,
    qualities,
    onEnded: (error) => {
      log.error({ err: error }, 'job_queue_ended'); // other workers take over its jobs
      process.exit(1);
    },
  });
  if (config.APP_ENV === 'prod' && !config.SMTP_URL) log.warn({ missing: 'SMTP_URL' }, 'mails_not_sent');
  if (config.APP_ENV === 'prod' && !contentSigner) log.warn({ missing: 'CREDENTIALS_KEY' }, 'results_not_signed');
  log.info('worker_ready');

  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'worker_stopping');
    await worker.stop();
    await engine.close();
    await liveness.end();
    await queue?.close();
    await close();
    await flushErrorReports(config);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('disconnect', () => void stop('launcher_disconnected'));
}

main().catch((error: unknown) => {
  const isForOperator = error instanceof ConfigurationError || (error as Error).name === 'EngineError';
  process.stderr.write(`${isForOperator ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exit(1);
});
