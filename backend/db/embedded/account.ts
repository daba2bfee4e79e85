import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

import { PostgresUnavailable } from './errors';

/** PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];

/** An existing cluster's owner, or the first candidate that exists. */
export function accountFor(data: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(data, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = firstKnownAccount(readFileSync('/etc/passwd', 'utf8'));
  if (account) return account;
  throw new PostgresUnavailable(
    `PostgreSQL refuses to run as root and this machine has no account named ${CANDIDATES.join(' or ')}. ` +
      'Start as an ordinary user, or set DATABASE_URL to a server of your own.',
  );
}

function firstKnownAccount(passwd: string): Account | undefined {
  const users = passwd.split('\n').map((line) => line.split(':'));
  for (const candidate of CANDIDATES) {
    const user = users.find(([name]) => name === candidate);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  return undefined;
}

/** Mode bits miss ACLs, mounts and containers. */
export function canEnter(directory: string, account: Account): boolean {
  const { status, error } = spawnSync('test', ['-x', directory], { ...account, cwd: '/' });
  if (error && 'code' in error && error.code === 'EPERM') {
    throw new PostgresUnavailable(
      'PostgreSQL refuses to run as root, and this root may not become another user (a container without CAP_SETUID). ' +
        'Start as an ordinary user, or set DATABASE_URL to a server of your own.',
    );
  }
  return status === 0;
}
