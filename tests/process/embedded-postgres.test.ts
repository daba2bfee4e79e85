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
import { nodeArguments } from '#tests/support/node-arguments';
import { patience } from '#tests/support/patience';
import { dataDirectoryWithDatabase, removeDataDirectory } from '#tests/support/stack';

import { PostgresUnavailable, startPostgres } from '#backend/db/embedded/index';
import { readPostmaster } from '#backend/db/embedded/pidfile';

/** PostgreSQL reads the path of the socket as a list: a comma separates folders. */
function freshRoot(): string {
  const directory = mkdtempSync(join(tmpdir(), 'faceswap, "embedded" '));
  chmodSync(directory, 0o755);
  const root = join(directory, 'postgres');
  onTestFinished(() => {
    if (existsSync(root)) rmSync(realpathSync(root), { recursive: true, force: true });
    rmSync(directory, { recursive: true, force: true });
  });
  return root;
}

/** With the files of a database. */
function rootWithDatabase(): string {
  const directory = dataDirectoryWithDatabase();
  onTestFinished(() => removeDataDirectory(directory));
  return join(directory, 'postgres');
}

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

async function startElsewhereAndKill(root: string): Promise<void> {
  const child = spawn(process.execPath, [...nodeArguments('tests/support/start-database.ts'), root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

test('data survives a restart and no process remains', async () => {
  const root = freshRoot();
  const first = await start(root);
  await query(first.url, 'create table note as select 7 as number');
  const { pid } = postmasterOf(root)!;
  await first.stop();
  expect(isRunning(pid)).toBe(false);

  const second = await start(root);
  expect(await query(second.url, 'select number from note')).toEqual([{ number: 7 }]);
});

test('writes are durable', async () => {
  const { url } = await start(rootWithDatabase());
  const settings = await query(
    url,
    "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by 1",
  );
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on']);
});

test('restarts with all rows after the postmaster is killed', async () => {
  const root = rootWithDatabase();
  const log: string[] = [];
  const { url } = await start(root, log);
  await query(url, 'create table note as select 7 as number');
  const { pid } = postmasterOf(root)!;
  process.kill(pid, 'SIGKILL');

  await vi.waitFor(() => expect(log).toContain('PostgreSQL is running again.'), patience);
  expect(await query(url, 'select number from note')).toEqual([{ number: 7 }]);
  expect(postmasterOf(root)!.pid).not.toBe(pid);
});

test('concurrent starts share one server, stopped by the last', async () => {
  const root = freshRoot();
  const [one, other] = await Promise.all([start(root), start(root)]);
  const { pid } = postmasterOf(root)!;
  await query(one.url, 'create table note as select 7 as number');
  await one.stop();
  expect(await query(other.url, 'select number from note')).toEqual([{ number: 7 }]);
  await other.stop();
  expect(isRunning(pid)).toBe(false);
});

test('starts despite a pid file whose pid was reused', async () => {
  const root = rootWithDatabase();
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
  expect(log).toContain('Removed the pid file of a PostgreSQL that no longer runs.');
});

test('adopts a server whose starter was killed', async () => {
  const root = rootWithDatabase();
  await startElsewhereAndKill(root);
  const { pid } = postmasterOf(root)!;
  const { url, stop } = await start(root);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(postmasterOf(root)!.pid).toBe(pid);
  await stop();
  expect(isRunning(pid)).toBe(false);
});

test('recovers after a crash without a lease holder', async () => {
  const root = rootWithDatabase();
  await startElsewhereAndKill(root);
  const { pid } = postmasterOf(root)!;
  process.kill(pid, 'SIGKILL');
  const { url } = await start(root);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(postmasterOf(root)!.pid).not.toBe(pid);
});

test('works with a path too long for a Unix socket', async () => {
  const root = join(freshRoot(), 'a'.repeat(60), 'b'.repeat(60));
  const { url } = await start(root);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  const sockets = new URL(url).searchParams.get('host')!;
  onTestFinished(() => rmSync(sockets, { recursive: true, force: true }));
  expect(dirname(sockets)).toBe(tmpdir());
});

test('works in a private directory, as under /root', async () => {
  const root = freshRoot();
  chmodSync(join(root, '..'), 0o700);
  const { url } = await start(root);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(lstatSync(root).isSymbolicLink()).toBe(process.getuid!() === 0);
});

test('a failed start reports the end of the log', async () => {
  const root = rootWithDatabase();
  writeFileSync(join(root, 'data', 'PG_VERSION'), '9\n');
  const failure = await startPostgres({ root }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PostgresUnavailable);
  expect((failure as Error).message).toMatch(/database files are incompatible with server/);
});

test('rejects a socket directory writable by others', async () => {
  const root = freshRoot();
  mkdirSync(join(root, 'run'), { recursive: true });
  chmodSync(join(root, 'run'), 0o777);
  await expect(startPostgres({ root })).rejects.toThrow(/belongs to another user or is writable by others/);
});
