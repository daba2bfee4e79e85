import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openDeps } from '#backend/compose/deps';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import { migrate } from '#backend/db/migrate';
import { startTestPostgres } from '#tests/support/embedded-postgres';
import { descendantsOf } from '#tests/support/processes';
import { freePort } from '#tests/support/stack';
import { formatTable } from '#tests/bench/table';
import { processorMs } from '#tests/bench/video/processor-time';
import { openLoad, type Samples } from './load';
import { seedOrderer } from './seed';

interface Options {
  users?: number | undefined;
  /** A second. */
  creates?: number | undefined;
  minutes?: number | undefined;
}

const fillPerSecond = 50;

/**
 * An API process and PostgreSQL under users who order and poll. The engine is replaced by a copy of the photo; the workers
 * end as many orders a second as are created, so that a queue of one order for each user remains.
 */
export async function benchPolling({ users = 1_000, creates = 20, minutes = 10 }: Options): Promise<void> {
  const server = await startTestPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'faceswap-polling-'));
  const children: ChildProcess[] = [];
  try {
    const port = await freePort();
    const environment = {
      ...{ DATABASE_URL: server.url, DATA_DIR: folder, MEDIA_SECRET: 'a secret of this bench alone, long enough' },
      ...{ PORT: String(port), APP_ENV: 'test', LOG_LEVEL: 'error', NODE_ENV: 'production' as const },
    };
    const start = async (program: string, ...args: string[]) => {
      const env = { PATH: process.env.PATH, ...environment };
      const command = ['--import', 'tsx', program, ...args];
      const child: ChildProcess = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      await Promise.race([
        once(child.stdout!, 'data'),
        once(child, 'exit').then(() => Promise.reject(new Error(program))),
      ]);
      return child;
    };
    await migrate(server.url);
    const { deps, close } = await openDeps(readConfiguration(apiSchema, environment), {
      log: pino({ level: 'silent' }),
      pool: { max: 4 },
    });
    const orderers = [];
    for (let n = 0; n < users; n++) orderers.push(await seedOrderer(deps, n));
    await close();
    const api = await start('backend/bin/api.ts');

    let isOver = false;
    const load = openLoad({ url: `http://localhost:${port}`, orderers, isOver: () => isOver });
    await load.orderAt(fillPerSecond, (1_000 * users) / fillPerSecond);
    const worker = await start('tests/bench/polling/worker.ts', String(creates));
    const databases = () => descendantsOf(process.pid).filter(({ command }) => /postgres/.test(command));
    const cpu = () => ({
      API: secondsOf(api.pid!),
      'workers, without the engine': secondsOf(worker.pid!),
      PostgreSQL: databases().reduce((sum, { pid }) => sum + secondsOf(pid), 0),
    });
    const before = cpu();
    const polling: number[] = [];
    const watch = setInterval(() => polling.push(load.polling()), 1_000);
    load.measure();
    await load.orderAt(creates, 60_000 * minutes);
    clearInterval(watch);
    isOver = true;
    const after = cpu();

    const seconds = 60 * minutes;
    const names = { 'create an order': load.samples.faceswap_create, 'poll an order': load.samples.faceswap_result };
    const title = `${users} users, ${creates} orders a second, ${minutes} minutes`;
    console.log(
      formatTable({
        title: `${title}: milliseconds`,
        columns: ['call', 'answers', 'a second', 'median', '95 %', '99 %', 'slowest', 'errors'],
        rows: Object.entries(names).map(([name, samples]) => [name, ...cellsOf(samples, seconds)]),
      }),
    );
    polling.sort((a, b) => a - b);
    console.log(
      `polling at once: ${polling[0]} to ${polling.at(-1)}, median ${polling[Math.floor(polling.length / 2)]}`,
    );
    console.log(`ended: ${[...load.statuses].map(([status, n]) => `${n} ${status}`).join(', ')}`);
    for (const [role, spent] of Object.entries(after)) {
      const used = spent - before[role as keyof typeof before];
      console.log(`${role}: ${(used / seconds).toFixed(2)} processor seconds a second`);
    }
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A connection of PostgreSQL may have ended. */
const secondsOf = (pid: number) => (processorMs(pid) || 0) / 1000;

function cellsOf({ times, errors }: Samples, seconds: number): string[] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0) ?? '';
  const failed = [...errors].map(([outcome, n]) => `${n} × ${outcome}`).join(', ');
  const rate = (sorted.length / seconds).toFixed(1);
  return [sorted.length.toLocaleString('en'), rate, at(0.5), at(0.95), at(0.99), at(1), failed || '0'];
}
