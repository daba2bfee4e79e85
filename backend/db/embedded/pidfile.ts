import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { type Home } from './home';

/** postmaster.pid: line 1 is the pid, line 7 the shared memory (key and id). */
export interface Postmaster {
  pid: number;
  sharedMemory: string | undefined;
}

export function readPostmaster({ data }: Pick<Home, 'data'>): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, sharedMemory: lines[6]?.trim().split(/\s+/)[1] } : undefined;
}

/**
 * PostgreSQL does not detect a reused pid or a zombie. Needs /proc.
 * @returns whether a stale file was removed
 */
export function clearStalePidFile(home: Pick<Home, 'data' | 'sockets'>): boolean {
  const postmaster = readPostmaster(home);
  if (!postmaster || !existsSync('/proc/self/stat')) return false;
  if (servesCluster(postmaster.pid, home.data) || isAttached(postmaster.sharedMemory)) return false;
  rmSync(join(home.data, 'postmaster.pid'), { force: true });
  rmSync(join(home.sockets, '.s.PGSQL.5432.lock'), { force: true });
  return true;
}

/** A zombie's command line is empty. */
function servesCluster(pid: number, data: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
  } catch {
    return false;
  }
}

/** Columns of /proc/sysvipc/shm: key shmid perms size cpid lpid nattch … */
function isAttached(sharedMemory: string | undefined): boolean {
  if (!sharedMemory) return false;
  const segments = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n').slice(1);
  const columns = segments.map((line) => line.trim().split(/\s+/)).find(([, id]) => id === sharedMemory);
  return columns !== undefined && Number(columns[6]) > 0;
}
