// A worker whose engine copies the photo: argument: orders a second
import { copyFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { Engine } from '#engine';
import { openDeps } from '#backend/compose/deps';
import { openMailer } from '#backend/compose/mail';
import { readConfiguration } from '#backend/config/read';
import { workerSchema } from '#backend/config/schema';
import { openLiveness } from '#backend/jobs/liveness';
import { runWorker } from '#backend/jobs/run-worker';
import { portraitBytes } from '#tests/support/portraits';

const workers = 4;
const jpeg = portraitBytes('amara');
const intervalMs = 1_000 / Number(process.argv[2]);
let next = performance.now();

/** Starts one swap an interval, over all workers of this process. */
async function untilTurn(): Promise<void> {
  next = Math.max(next + intervalMs, performance.now());
  await pause(next - performance.now());
}

const harmless = { drawing: 0, hentai: 0, neutral: 1, porn: 0, sexy: 0 };

const engine = {
  prepare: async () => ({ warnings: [], thumbnail: jpeg }),
  swap: async ({ media, out }: { media: string; out: string }) => {
    await untilTurn();
    await copyFile(media, out);
    return { width: 768, height: 1024, format: 'jpeg', persons: ['p1'] };
  },
  moderate: async () => ({ model: 'none', frames: [{ atMs: 0, nudity: harmless }] }),
  still: async () => ({ jpeg, width: 768, height: 1024 }),
} as unknown as Engine;

const config = readConfiguration(workerSchema, process.env);
const log = pino({ level: 'warn' }, pino.destination(2));
for (let n = 0; n < workers; n++) {
  const { deps, db, pool } = await openDeps(config, { log, pool: { max: 10 } });
  const liveness = await openLiveness(config.DATABASE_URL, () => process.exit(1));
  const mailer = await openMailer(config);
  const working = { ...deps, engine, contentSigner: null, mailer, siteUrl: config.PUBLIC_URL };
  const onEnded = (error: unknown) => {
    log.error({ err: error }, 'job_queue_ended');
    process.exit(1);
  };
  await runWorker({ deps: working, db, pool, liveness, lane: n === 0 ? 'batch' : 'interactive', onEnded });
}
process.on('SIGTERM', () => process.exit(0));
process.stdout.write('worker ready\n');
