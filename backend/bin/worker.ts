import { openEngine } from '#engine';
import { describeDecoders } from '#engine/decoder/describe';
import { ConfigurationError, readConfiguration } from '#backend/config/read';
import { workerSchema } from '#backend/config/schema';
import { openLiveness } from '#backend/jobs/liveness';
import { runWorker } from '#backend/jobs/run-worker';
import { openDeps } from '#backend/compose/deps';
import { createLog } from '#backend/compose/log';
import { countFfmpegRuns } from '#backend/metrics/jobs';
import { serveMetrics } from '#backend/metrics/serve';
import { flushErrorReports, openErrorReporting } from '#backend/compose/monitoring';
import { openMailer } from '#backend/compose/mail';
import { scheduleScratchCleanup } from '#backend/lib/scratch';

async function main(): Promise<void> {
  const config = readConfiguration(workerSchema, process.env);
  const log = createLog(`worker-${config.WORKER_LANE}`, config.LOG_LEVEL, await openErrorReporting(config));
  const decoders = await describeDecoders();
  log.info({ decoders: decoders.summary }, decoders.isolation);
  if (config.APP_ENV === 'prod' && decoders.warning) log.warn(decoders.warning);
  const onLost = () => {
    log.error('the database connection was lost: leaving, so that my jobs are taken up by another worker');
    process.exit(1);
  };
  const liveness = await openLiveness(config.DATABASE_URL, onLost, decoders.brief);
  countFfmpegRuns();
  await serveMetrics(config);
  const engine = await openEngine({
    ...(config.ENGINE_THREADS ? { threads: config.ENGINE_THREADS } : {}),
    ...(config.MODELS_DIR ? { modelsDir: config.MODELS_DIR } : {}),
  });
  const { deps, db, pool, close } = openDeps(config, { log, pool: { max: 10, statementMs: 60_000 } });
  const workerDeps = { ...deps, engine, mailer: openMailer(config), siteUrl: config.PUBLIC_URL };
  scheduleScratchCleanup((error) => log.warn({ err: error }, 'temporary folders could not be cleared'));
  const worker = await runWorker({ deps: workerDeps, db, pool, liveness, lane: config.WORKER_LANE });
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
    await close();
    await flushErrorReports(config);
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
