import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { type Binaries } from './binaries';
import { PostgresUnavailable } from './errors';
import { type Home } from './home';

export const SUPERUSER = 'faceswap';

/** A stray PGDATA or locale would change the server's behaviour. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } as unknown as NodeJS.ProcessEnv;

/** For databases that are deleted with their folder. Shared memory goes with it; by default, a killed one leaves it in /dev/shm. */
const TEMPORARY_OPTIONS = ['--no-sync', '--set=dynamic_shared_memory_type=mmap'];

export const hasCluster = (data: string): boolean => existsSync(join(data, 'PG_VERSION'));

/**
 * Renamed into place when complete, for interrupted and concurrent starts. Trust authentication is safe: the socket
 * directory is private.
 */
export async function ensureCluster(home: Home, { initdb }: Binaries, durable: boolean): Promise<void> {
  if (hasCluster(home.data)) return;
  const draft = join(dirname(home.data), `draft-${randomBytes(6).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  if (home.account) chownSync(draft, home.account.uid, home.account.gid);
  const options = ['-U', SUPERUSER, '--auth=trust', '--no-locale', '-E', 'UTF8', '--data-checksums'];
  try {
    await run(initdb, ['-D', draft, ...options, ...(durable ? [] : TEMPORARY_OPTIONS)], home);
    renameSync(draft, home.data);
  } catch (error) {
    const lostTheRace = hasCluster(home.data);
    if (!lostTheRace) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function run(program: string, args: string[], { account }: Home): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new PostgresUnavailable(`PostgreSQL could not create its files (${basename(program)}): ${stderr.trim()}`),
        );
    });
  });
}
