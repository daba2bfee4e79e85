import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { patience } from '#tests/support/patience';

import { PostgresUnavailable, startPostgres } from './index';
import { readPostmaster } from './pidfile';

function freshRoot(): string {
  const directory = mkdtempSync(join(tmpdir(), 'faceswap-embedded-'));
  chmodSync(directory, 0o755);
  const root = join(directory, 'postgres');
  onTestFinished(() => {
    if (existsSync(root)) rmSync(realpathSync(root), { recursive: true, force: true });
    rmSync(directory, { recursive: true, force: true });
  });
  return root;
}

/** A server that is stopped when the test ends, however it ends; `log` collects what it says. */
async function start(root: string, log: string[] = []) {
  const server = await startPostgres({ root, log: (line) => log.push(line) });
  onTestFinished(() => server.stop());
  return server;
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const postmasterOf = (root: string) => readPostmaster({ data: join(root, 'data') });

/** Another process starts the server and is killed once it runs: nobody is left to watch or stop it. */
async function startElsewhereAndKill(root: string): Promise<void> {
  const program = `
    import { startPostgres } from '#backend/db/embedded/index';
    await startPostgres({ root: ${JSON.stringify(root)} });
    console.log('started');
    await new Promise(() => setInterval(() => {}, 60_000));`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A corpse that its parent hasn't buried yet does not run. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

test('keeps its data from one start to the next, and leaves no process behind', async () => {
  const root = freshRoot();
  const first = await start(root);
  await query(first.url, 'create table note as select 7 as number');
  const { pid } = postmasterOf(root)!;
  await first.stop();
  expect(isRunning(pid)).toBe(false);

  const second = await start(root);
  expect(await query(second.url, 'select number from note')).toEqual([{ number: 7 }]);
});

test('writes durably', async () => {
  const { url } = await start(freshRoot());
  const settings = await query(
    url,
    "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by 1",
  );
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on']);
});

test('comes back with all its rows when the postmaster is killed', async () => {
  const root = freshRoot();
  const log: string[] = [];
  const { url } = await start(root, log);
  await query(url, 'create table note as select 7 as number');
  const { pid } = postmasterOf(root)!;
  process.kill(pid, 'SIGKILL');

  await vi.waitFor(() => expect(log).toContain('PostgreSQL is back.'), patience);
  expect(await query(url, 'select number from note')).toEqual([{ number: 7 }]);
  expect(postmasterOf(root)!.pid).not.toBe(pid);
});

test('two that start at once share one server, which the last one stops', async () => {
  const root = freshRoot();
  const [one, other] = await Promise.all([start(root), start(root)]);
  const { pid } = postmasterOf(root)!;
  await query(one.url, 'create table note as select 7 as number');
  await one.stop();
  expect(await query(other.url, 'select number from note')).toEqual([{ number: 7 }]);
  await other.stop();
  expect(isRunning(pid)).toBe(false);
});

test('is not misled by a pid file whose number now belongs to another program', async () => {
  const root = freshRoot();
  await (await start(root)).stop();
  const log: string[] = [];
  const pidFile = join(root, 'data', 'postmaster.pid');
  const lines = [
    process.pid,
    join(root, 'data'),
    1_700_000_000,
    5432,
    join(root, 'run'),
    '',
    '  9999999 999999999',
    'ready',
  ];
  writeFileSync(pidFile, lines.join('\n'));

  const { url } = await start(root, log);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(log).toContain('Removed the pid file of a PostgreSQL that is gone.');
});

test('is adopted when whoever started it was killed', async () => {
  const root = freshRoot();
  await startElsewhereAndKill(root);
  const { pid } = postmasterOf(root)!;
  const { url, stop } = await start(root);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(postmasterOf(root)!.pid).toBe(pid);
  await stop();
  expect(isRunning(pid)).toBe(false);
});

test('starts after a crash that nobody watched', async () => {
  const root = freshRoot();
  await startElsewhereAndKill(root);
  const { pid } = postmasterOf(root)!;
  process.kill(pid, 'SIGKILL');
  const { url } = await start(root);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(postmasterOf(root)!.pid).not.toBe(pid);
});

test('works where the path is too long for a socket', async () => {
  const root = join(freshRoot(), 'a'.repeat(60), 'b'.repeat(60));
  const { url } = await start(root);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  const sockets = new URL(url).searchParams.get('host')!;
  onTestFinished(() => rmSync(sockets, { recursive: true, force: true }));
  expect(dirname(sockets)).toBe(tmpdir());
});

test('works in a directory closed to everybody else, as under /root', async () => {
  const root = freshRoot();
  chmodSync(join(root, '..'), 0o700);
  const { url } = await start(root);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(lstatSync(root).isSymbolicLink()).toBe(process.getuid!() === 0);
});

test('says why it does not start, with the end of its log', async () => {
  const root = freshRoot();
  await (await start(root)).stop();
  writeFileSync(join(root, 'data', 'PG_VERSION'), '9\n');
  const failure = await startPostgres({ root }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PostgresUnavailable);
  expect((failure as Error).message).toMatch(/database files are incompatible with server/);
});

test('refuses a socket directory that somebody else could use', async () => {
  const root = freshRoot();
  mkdirSync(join(root, 'run'), { recursive: true });
  chmodSync(join(root, 'run'), 0o777);
  await expect(startPostgres({ root })).rejects.toThrow(/belongs to somebody else or is open to others/);
});
