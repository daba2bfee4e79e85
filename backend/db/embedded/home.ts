import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { type Account, accountFor, canEnter } from './account';
import { PostgresUnavailable } from './errors';

export interface Home {
  data: string;
  sockets: string;
  log: string;
  account: Account | undefined;
}

export const SHARED_HOME = '/var/lib/faceswap';

/** Some systems limit a socket path to 104 bytes. */
const LONGEST_SOCKET_DIRECTORY = 103 - '/.s.PGSQL.5432'.length;

/** @throws PostgresUnavailable if no durable place is accessible to the account */
export function prepareHome(root: string): Home {
  const place = resolve(root);
  const account = accountFor(join(place, 'data'));
  mkdirSync(dirname(place), { recursive: true });
  if (account && !isLink(place) && !canEnter(dirname(place), account)) moveToSharedHome(place);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const home = realpathSync(place);
  const sockets = socketDirectory(home);
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  if (account) for (const directory of [home, sockets]) chownSync(directory, account.uid, account.gid);
  assertPrivate(sockets, account);
  return { data: join(home, 'data'), sockets, log: join(home, 'postgres.log'), account };
}

/** For a checkout under /root: the cluster lives in SHARED_HOME behind a symlink. */
function moveToSharedHome(place: string): void {
  if (existsSync(place) && readdirSync(place).length > 0) {
    throw new PostgresUnavailable(
      `PostgreSQL may not run as root, and ${dirname(place)} has become closed to the user who owns its data. ` +
        'Let others pass through that directory again (chmod o+x on it and its parents).',
    );
  }
  const elsewhere = join(SHARED_HOME, randomBytes(6).toString('hex'));
  try {
    openSharedHome();
    mkdirSync(elsewhere, { mode: 0o700 });
  } catch (cause) {
    throw new PostgresUnavailable(
      `PostgreSQL may not run as root; other users cannot enter ${dirname(place)}, and ${SHARED_HOME} cannot be made. ` +
        'Set DATA_DIR to a directory that others may enter, or DATABASE_URL to a server of your own.',
      { cause },
    );
  }
  if (existsSync(place)) rmdirSync(place);
  try {
    symlinkSync(elsewhere, place);
  } catch (error) {
    rmdirSync(elsewhere);
    if (!isLink(place)) throw error; // a concurrent start created it
  }
}

export function openSharedHome(): void {
  mkdirSync(SHARED_HOME, { recursive: true });
  chmodSync(SHARED_HOME, 0o755);
}

function socketDirectory(home: string): string {
  const beside = join(home, 'run');
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET_DIRECTORY) return beside;
  return join(tmpdir(), `faceswap-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
}

/** The owner of the socket directory could impersonate the server. */
function assertPrivate(sockets: string, account: Account | undefined): void {
  const { uid, mode } = statSync(sockets);
  const expected = account?.uid ?? process.getuid?.() ?? uid;
  if (uid === expected && (mode & 0o022) === 0) return;
  throw new PostgresUnavailable(
    `${sockets} belongs to another user or is writable by others. Remove it and start again.`,
  );
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
