import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

import { findBinaries } from '#backend/db/embedded/binaries';
import { CLEAN_ENVIRONMENT, ensureCluster, SUPERUSER } from '#backend/db/embedded/cluster';
import { prepareHome } from '#backend/db/embedded/home';

import { network } from './network';

export interface Database {
  url: string;
  /** `immediate` is a crash: PostgreSQL recovers from its log. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** PostgreSQL in a namespace, open to the bridge. */
export async function openDatabase(folder: string, address: string, enter: string[]): Promise<Database> {
  const home = prepareHome(join(folder, 'postgres'));
  const binaries = await findBinaries(home.account);
  await ensureCluster(home, binaries, true);
  appendFileSync(join(home.data, 'pg_hba.conf'), `host all all ${network} trust\n`);
  const { uid, gid } = home.account!;
  const settings = [
    `listen_addresses=${address}`,
    `unix_socket_directories=${home.sockets}`,
    'max_connections=200',
    'timezone=UTC',
  ].flatMap((setting) => ['-c', setting]);
  const urlOf = (name: string) => `postgresql://${SUPERUSER}@${address}/${name}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const log = openSync(home.log, 'a');
    const who = [`--setuid=${uid}`, `--setgid=${gid}`];
    child = spawn('nsenter', [...enter, ...who, '--', binaries.postgres, '-D', home.data, ...settings], {
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    while (!(await responds(urlOf('postgres')))) await pause(100);
  };
  await start();
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  await client.query('create database faceswap');
  await client.end();
  return {
    url: urlOf('faceswap'),
    start,
    async stop(mode) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signals[mode]);
      await ended;
    },
  };
}

async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
