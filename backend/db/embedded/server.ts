import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { archiveSettings } from './archive';
import { type Binaries } from './binaries';
import { CLEAN_ENVIRONMENT, ensureCluster, SUPERUSER } from './cluster';
import { PostgresUnavailable } from './errors';
import { type Home } from './home';
import { clearStalePidFile, readPostmaster } from './pidfile';

export interface Server {
  home: Home;
  binaries: Binaries;
  durable: boolean;
  walArchive?: string | undefined;
  /** Of a recovery. */
  settings?: Record<string, string>;
  log: (line: string) => void;
}

const maxAttempts = 12;
const retryEveryMs = 250;
const pollEveryMs = 20;
/** Recovery of a large write-ahead log can take a minute. */
const startTimeoutMs = 120_000;

/**
 * PostgreSQL's lock allows one server.
 * @throws PostgresUnavailable with the end of the server's log
 */
export async function connectOrStart(server: Server): Promise<pg.Client> {
  const running = await tryConnect(server.home);
  if (running) return running;
  await ensureCluster(server.home, server.binaries, server.durable);
  const deadline = Date.now() + startTimeoutMs;
  let postmaster: ChildProcess | undefined;
  for (let attempts = 0; Date.now() < deadline;) {
    const client = await tryConnect(server.home);
    if (client) return client;
    if (isAlive(postmaster)) {
      await pause(pollEveryMs);
    } else if (attempts < maxAttempts) {
      if (attempts++ > 0) await pause(retryEveryMs);
      if (clearStalePidFile(server.home)) server.log('Removed the pid file of a PostgreSQL that no longer runs.');
      postmaster = spawnPostmaster(server);
    } else break;
  }
  throw new PostgresUnavailable(
    `PostgreSQL does not start. Its log (${server.home.log}) ends with:\n${logTail(server.home)}`,
  );
}

/** Skips the checkpoint after `limit` ms. */
export async function shutDown({ home, log }: Pick<Server, 'home' | 'log'>, limit = 2_000): Promise<void> {
  const postmaster = readPostmaster(home);
  if (!postmaster) return;
  if (await stopsAfter('SIGINT', postmaster.pid, limit)) return;
  log('PostgreSQL is slow to stop; it will recover from its write-ahead log at the next start.');
  await stopsAfter('SIGQUIT', postmaster.pid, limit);
}

export function connectionString(sockets: string, database: string): string {
  return `postgresql://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(sockets)}`;
}

export async function tryConnect({ sockets }: Home): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: connectionString(sockets, 'postgres'),
    connectionTimeoutMillis: 3000,
  });
  client.on('error', () => {}); // `end` follows
  try {
    await client.connect();
    return client;
  } catch {
    await client.end().catch(() => {});
    return undefined;
  }
}

export function spawnPostmaster({ home, binaries, durable, walArchive, settings: others = {} }: Server): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${home.sockets.replaceAll('"', '""')}"`, // a list, in which a comma separates folders
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '128MB',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(walArchive ? archiveSettings(walArchive) : {}),
    ...others,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(home.log, 'a', 0o600);
  // Detached from Ctrl-C: it must outlive the other processes.
  const child = spawn(binaries.postgres, ['-D', home.data, ...options], {
    ...home.account,
    cwd: '/',
    env: CLEAN_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.on('error', () => {});
  child.unref();
  closeSync(log);
  return child;
}

export const isAlive = (child: ChildProcess | undefined) =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null;

async function stopsAfter(signal: NodeJS.Signals, pid: number, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit;
  for (let sent = send(signal, pid); sent; sent = send(0, pid)) {
    if (Date.now() > deadline) return false;
    await pause(pollEveryMs);
  }
  return true;
}

function send(signal: NodeJS.Signals | 0, pid: number): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

export function logTail({ log }: Home): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-6).join('\n');
}
