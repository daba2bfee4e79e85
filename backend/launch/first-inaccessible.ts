import { spawnSync } from 'node:child_process';
import type { Account } from '#backend/db/embedded/account';

interface Places {
  reads: string[];
  enters: string[];
}

const script = `
  const { accessSync, constants: { R_OK, X_OK }, readdirSync, statSync } = require('node:fs');
  const { join } = require('node:path');
  const { reads, enters } = JSON.parse(process.argv[1]);
  const isClosed = (path, mode) => { try { accessSync(path, mode); return false; } catch { return true; } };
  function firstClosed(path) {
    if (isClosed(path, R_OK)) return path;
    if (!statSync(path).isDirectory()) return null;
    if (isClosed(path, X_OK)) return path;
    for (const name of readdirSync(path)) {
      const closed = firstClosed(join(path, name));
      if (closed) return closed;
    }
    return null;
  }
  let found = enters.find((path) => isClosed(path, X_OK)) ?? null;
  for (const path of reads) found ??= firstClosed(path);
  process.stdout.write(JSON.stringify({ found }));`;

/** Tried as that user: mode bits miss ACLs and mounts. */
export function firstInaccessible({ uid, gid }: Account, places: Places): string | undefined {
  const options = { uid, gid, cwd: '/', env: { NODE_ENV: 'production' }, encoding: 'utf8', timeout: 30_000 } as const;
  const { stdout, error } = spawnSync(process.execPath, ['-e', script, JSON.stringify(places)], options);
  if (error && 'code' in error && error.code === 'EPERM') return 'another account (a container without CAP_SETUID)';
  try {
    return (JSON.parse(stdout) as { found: string | null }).found ?? undefined;
  } catch {
    return process.execPath; // that user cannot run Node
  }
}
