import { chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { restoreCommand } from './archive';
import { findBinaries } from './binaries';
import { PostgresUnavailable } from './errors';
import { type Home, prepareHome } from './home';
import { isAlive, logTail, shutDown, spawnPostmaster, tryConnect } from './server';

interface Recovery {
  root: string;
  walArchive: string;
  /** Undefined: to the end of the log. */
  until: Date | undefined;
  /** Writes the files of a base backup into the folder. */
  fill(folder: string): Promise<void>;
}

const pollMs = 200;

/** Makes a cluster from a base backup and the archived log, as of a point in time. @throws PostgresUnavailable */
export async function recoverPostgres({ root, walArchive, until, fill }: Recovery): Promise<void> {
  const home = prepareHome(root);
  if (existsSync(home.data))
    throw new PostgresUnavailable(`${home.data} exists already. Set DATA_DIR to a new folder.`);
  const draft = join(dirname(home.data), 'draft-recovery');
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    await fill(draft);
    closeSync(openSync(join(draft, 'recovery.signal'), 'w', 0o600));
    giveTo(home, draft);
    renameSync(draft, home.data);
    await recover(home, walArchive, until);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    rmSync(home.data, { recursive: true, force: true });
    throw error;
  }
}

async function recover(home: Home, walArchive: string, until: Date | undefined): Promise<void> {
  const log = () => {};
  const postmaster = spawnPostmaster({
    ...{ home, binaries: await findBinaries(home.account), durable: true, walArchive, log },
    settings: {
      restore_command: restoreCommand(walArchive),
      recovery_target_action: 'promote',
      // Settings are read before names of zones such as Z.
      ...(until ? { recovery_target_time: until.toISOString().replace('Z', '+00') } : {}),
    },
  });
  while (isAlive(postmaster)) {
    const client = await tryConnect(home);
    const isDone = await client
      ?.query<{ done: boolean }>('select not pg_is_in_recovery() as done')
      .then(({ rows }) => rows[0]!.done)
      .catch(() => false)
      .finally(() => client.end().catch(() => {}));
    if (isDone) return shutDown({ home, log }, 60_000);
    await pause(pollMs);
  }
  const tail = logTail(home);
  if (tail.includes('before configured recovery target')) {
    throw new PostgresUnavailable(
      `The archived log ends before ${until!.toISOString()}. Give an earlier time, or --at latest for its end.`,
    );
  }
  throw new PostgresUnavailable(`PostgreSQL could not recover. Its log ends with:\n${tail}`);
}

function giveTo({ account }: Home, folder: string): void {
  if (!account) return;
  chownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) giveTo({ account } as Home, join(folder, entry.name));
    else chownSync(join(folder, entry.name), account.uid, account.gid);
  }
}
