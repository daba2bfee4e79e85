import { chmodSync, chownSync, existsSync, lchownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type Account, accountFor } from '#backend/db/embedded/account';

import { firstInaccessible } from './first-inaccessible';

export interface RunAs {
  /** The user that server and workers become; undefined when they stay who we are. */
  account?: Account;
  /** Why they stay root, and what to do about it. */
  warning?: string;
}

interface Place {
  dataDirectory: string;
  /** Files and folders that the processes read, with all that is in them; relative ones lie below the working directory. */
  reads: string[];
  /** Folders that they enter: of these the content is not looked at. */
  enters?: string[];
  /** Whether the server listens to a port below 1024. */
  usesPrivilegedPort?: boolean;
}

/** What the processes write below the data directory. The database, and the launcher's secrets and logs, are not theirs. */
const WRITABLE_FOLDERS = ['media', 'tmp', 'outbox', 'sandbox'];

const foldersOf = (dataDirectory: string) => WRITABLE_FOLDERS.map((name) => join(dataDirectory, name));

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];

/**
 * Started by root, server and workers run as the user PostgreSQL runs as: they need its socket, and decode what strangers
 * send. What they write is given to that user, files of earlier starts too.
 */
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

/** Processes that run as root leave files of root's. The folders' owner shows it: the next unprivileged start gives them. */
export function returnToRoot(dataDirectory: string): void {
  if (process.getuid?.() !== 0) return;
  for (const folder of foldersOf(dataDirectory)) if (existsSync(folder)) chownSync(folder, 0, 0);
}

/** Others may pass through the data directory, not list it; what is private in it is closed by itself. */
function allowTraversal(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const { mode, uid } = statSync(directory);
  if (uid === 0 && (mode & 0o011) !== 0o011) chmodSync(directory, (mode & 0o7777) | 0o011);
}

/** Gives a folder with all that is in it; the folder itself last, so that an interrupted start does it again. */
function chownTree(folder: string, account: Account): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (statSync(folder).uid === account.uid) return;
  chownContents(folder, account);
  chownSync(folder, account.uid, account.gid);
}

function chownContents(folder: string, account: Account): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) chownContents(path, account);
    lchownSync(path, account.uid, account.gid);
  }
}
