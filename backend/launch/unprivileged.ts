import { chmodSync, chownSync, existsSync, lchownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type Account, accountFor } from '#backend/db/embedded/account';

import { firstInaccessible } from './first-inaccessible';

export interface RunAs {
  account?: Account;
  warning?: string;
}

interface Place {
  dataDirectory: string;
  /** Read recursively; relative to the working directory. */
  reads: string[];
  enters?: string[];
  usesPrivilegedPort?: boolean;
}

/** Database, secrets and logs belong to others. */
const WRITABLE_FOLDERS = ['media', 'cache', 'tmp', 'outbox', 'sandbox'];

const foldersOf = (dataDirectory: string) => WRITABLE_FOLDERS.map((name) => join(dataDirectory, name));

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];

/** They use PostgreSQL's socket and decode untrusted files. */
export function runUnprivileged({ dataDirectory, reads, enters = [], usesPrivilegedPort }: Place): RunAs {
  if (process.getuid?.() !== 0) return {};
  try {
    const account = accountFor(join(dataDirectory, 'postgres', 'data'));
    if (!account) return {};
    if (usesPrivilegedPort && !SETPRIV.some((path) => existsSync(path)))
      return stayRoot(dataDirectory, 'a port below 1024 needs setpriv of util-linux');
    allowTraversal(dataDirectory);
    const closed = firstInaccessible(account, { reads: absolute(reads), enters: absolute([...enters, dataDirectory]) });
    if (closed !== undefined) return stayRoot(dataDirectory, `the user ${account.uid} cannot use ${closed}`);
    for (const folder of foldersOf(dataDirectory)) chownTree(folder, account);
    return { account };
  } catch (error) {
    return stayRoot(dataDirectory, (error as Error).message);
  }
}

const absolute = (paths: string[]) => paths.map((path) => resolve(path));

function stayRoot(dataDirectory: string, reason: string): RunAs {
  returnToRoot(dataDirectory);
  const advice = 'Start as an ordinary user, or from a folder open to others.';
  return { warning: `Server and workers run as root, because ${reason.replace(/\.$/, '')}. ${advice}` };
}

/** The next unprivileged start then changes the owner of files written as root. */
export function returnToRoot(dataDirectory: string): void {
  if (process.getuid?.() !== 0) return;
  for (const folder of foldersOf(dataDirectory)) if (existsSync(folder)) chownSync(folder, 0, 0);
}

/** Lets others traverse, not list, the data directory. */
function allowTraversal(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const { mode, uid } = statSync(directory);
  if (uid === 0 && (mode & 0o011) !== 0o011) chmodSync(directory, (mode & 0o7777) | 0o011);
}

/** The folder last, so an interrupted start repeats it. */
function chownTree(folder: string, account: Account): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (statSync(folder).uid === account.uid) return;
  chownContents(folder, account);
  chownSync(folder, account.uid, account.gid);
}

export function chownContents(folder: string, account: Account): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) chownContents(path, account);
    lchownSync(path, account.uid, account.gid);
  }
}
