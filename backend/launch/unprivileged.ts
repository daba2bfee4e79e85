import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { type Account, accountFor } from '#backend/db/embedded/account';

export interface RunAs {
  /** The user that server and workers become; undefined when they stay who we are. */
  account?: Account;
  /** Why they stay root, and what to do about it. */
  warning?: string;
}

interface Place {
  dataDirectory: string;
  /** What the processes read: their programs and the folder they run in. */
  programs: string[];
}

/** What the processes write below the data directory. The database, and the launcher's secrets and logs, are not theirs. */
const WRITTEN = ['media', 'tmp', 'outbox', 'sandbox'];

/**
 * Started by root, server and workers run as the user PostgreSQL runs as: they need its socket, and decode what strangers
 * send. What they write is given to that user, files of earlier starts too.
 */
export function runUnprivileged({ dataDirectory, programs }: Place): RunAs {
  if (process.getuid?.() !== 0) return {};
  try {
    const account = accountFor(join(dataDirectory, 'postgres', 'data'));
    if (!account) return {};
    letThrough(dataDirectory);
    const folders = WRITTEN.map((name) => join(dataDirectory, name));
    for (const folder of folders) give(folder, account);
    const closed = firstClosed(account, { reads: programs, writes: folders });
    return closed === undefined ? { account } : staysRoot(`the user ${account.uid} cannot use ${closed}`);
  } catch (error) {
    return staysRoot((error as Error).message);
  }
}

const staysRoot = (reason: string): RunAs => ({
  warning: `Server and workers run as root, because ${reason}. Start as an ordinary user, from a folder open to that user.`,
});

/** Others may pass through the data directory, not list it; what is private in it is closed by itself. */
function letThrough(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const { mode, uid } = statSync(directory);
  if (uid === 0 && (mode & 0o011) !== 0o011) chmodSync(directory, (mode & 0o7777) | 0o011);
}

/** Gives a folder with all that is in it; the folder itself last, so that an interrupted start does it again. */
function give(folder: string, account: Account): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (lstatSync(folder).uid === account.uid) return;
  giveContent(folder, account);
  chownSync(folder, account.uid, account.gid);
}

function giveContent(folder: string, account: Account): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveContent(path, account);
    lchownSync(path, account.uid, account.gid);
  }
}

/** Tried as that user: mode bits alone don't know of access lists, mounts and containers. */
function firstClosed(account: Account, places: { reads: string[]; writes: string[] }): string | undefined {
  const script = `
    const { accessSync, constants } = require('node:fs');
    const { reads, writes } = JSON.parse(process.argv[1]);
    const closed = (mode) => (path) => { try { accessSync(path, mode); return false; } catch { return true; } };
    const found = reads.find(closed(constants.R_OK)) ?? writes.find(closed(constants.R_OK | constants.W_OK | constants.X_OK));
    process.stdout.write(JSON.stringify({ found }));`;
  const options = { uid: account.uid, gid: account.gid, cwd: '/', env: {}, encoding: 'utf8', timeout: 30_000 } as const;
  const { stdout, error } = spawnSync(process.execPath, ['-e', script, JSON.stringify(places)], options as never);
  if (error && 'code' in error && error.code === 'EPERM') return 'another account (a container without CAP_SETUID)';
  try {
    return (JSON.parse(String(stdout)) as { found?: string }).found;
  } catch {
    return process.execPath; // Node itself is closed to that user
  }
}
