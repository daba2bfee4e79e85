import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openDeps } from '#backend/compose/deps';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import { migrate } from '#backend/db/migrate';
import { openAccount } from '#backend/domain/account/register';
import { createSwap } from '#backend/domain/swap/create-swap';
import { diskStorage } from '#backend/providers/storage/disk';
import { startTestPostgres } from '#tests/support/embedded-postgres';
import { addReadyVideo } from '#tests/support/ready-video';
import { formatTable, ratio } from './table';
import { processorMs } from './video/processor-time';
import { onePerson } from './video/scenes';

const site = 'http://localhost:3000';

interface Cost {
  workers: number;
  seconds: number;
  /** Processor seconds of each worker with its ffmpeg processes. */
  each: number[];
}

const workerCounts = [1, 2, 4];

/**
 * One order of one long video, rendered by batch workers with one thread each. Where the workers are more than the cores,
 * wall time means nothing: the largest processor time of one worker is what the order takes if each has a core.
 */
export async function benchWorkers(seconds = 60): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-bench-'));
  const server = await startTestPostgres();
  try {
    await migrate(server.url);
    const env = {
      DATABASE_URL: server.url,
      DATA_DIR: folder,
      MEDIA_SECRET: 'a secret of this bench alone, long enough',
      PUBLIC_URL: site,
    };
    const video = await readFile(await onePerson(folder, seconds));
    const costs: Cost[] = [];
    for (const count of workerCounts) costs.push(await costOf(env, video, seconds, count));
    const [first] = costs as [Cost, ...Cost[]];
    console.log(
      formatTable({
        title: `${seconds} s of 720p with one face, one order`,
        columns: ['workers', 'seconds', 'speed-up', 'processor s: all', 'the busiest', 'speed-up by it'],
        rows: costs.map((cost) => [
          String(cost.workers),
          cost.seconds.toFixed(1),
          ratio(first.seconds, cost.seconds),
          cost.each.reduce((sum, one) => sum + one, 0).toFixed(1),
          Math.max(...cost.each).toFixed(1),
          ratio(Math.max(...first.each), Math.max(...cost.each)),
        ]),
      }),
    );
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function costOf(env: Record<string, string>, video: Buffer, seconds: number, workers: number): Promise<Cost> {
  const started = await Promise.all(Array.from({ length: workers }, () => startWorker(env)));
  const config = readConfiguration(apiSchema, env);
  const { deps, db, close } = await openDeps(config, { log: pino({ level: 'silent' }), pool: { max: 4 } });
  try {
    const links = { secret: env['MEDIA_SECRET']!, publicUrl: `${site}/api` };
    deps.storage = diskStorage({ root: path.join(env['DATA_DIR']!, 'media'), ...links });
    const account = { email: `${crypto.randomUUID()}@example.com`, passwordHash: null, verifiedAt: new Date() };
    const accountId = (await db.transaction().execute((trx) => openAccount(trx, { ...account, credits: 1000 })))!;
    const { material_id, face_id } = await addReadyVideo(deps, accountId, video, 1000 * seconds);
    const before = started.map(({ pid }) => processorMs(pid));
    const began = performance.now();
    const swap = { tool_id: 'P001', material_id, bind_face: { p1: [face_id] }, consent: true };
    const { task_id } = await createSwap({ ...deps, accountId }, swap as never);
    for (;;) {
      const { status } = await db
        .selectFrom('task')
        .select('status')
        .where('id', '=', task_id)
        .executeTakeFirstOrThrow();
      if (status === 'succeeded') break;
      if (status !== 'queued' && status !== 'running') throw new Error(`The swap ended as ${status}.`);
      await pause(200);
    }
    const ms = performance.now() - began;
    const each = started.map(({ pid }, index) => (processorMs(pid) - before[index]!) / 1000);
    return { workers, seconds: ms / 1000, each };
  } finally {
    await close();
    for (const worker of started) {
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    }
  }
}

async function startWorker(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'backend/bin/worker.ts'], {
    env: { ...process.env, ...env, WORKER_LANE: 'batch', ENGINE_THREADS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => line.includes('worker_ready') && resolve());
    child.once('exit', (code) => reject(new Error(`A worker exited with ${code}.`)));
  });
  return child;
}
