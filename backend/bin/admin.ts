// `npm run admin`. Defaults to the local stack's database.
import { existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';

import { runAdmin, type WithContext } from '#backend/admin/run';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import { startPostgres } from '#backend/db/embedded/index';
import { databaseFault } from '#backend/db/fault';
import { migrate } from '#backend/db/migrate';
import { readLaunch } from '#backend/launch/configuration';
import { LaunchFailure } from '#backend/launch/failure';
import { openDeps } from '#backend/compose/deps';
import { createLog } from '#backend/compose/log';

async function withDatabase<T>(work: (url: string, environment: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDirectory, walArchive, environment } = readLaunch(process.env, { startsAll: false });
  // A move of media holds a lock of its session.
  if (databaseUrl) return work(environment.DATABASE_DIRECT_URL || databaseUrl, environment);
  const root = join(dataDirectory, 'postgres');
  if (!existsSync(root)) {
    throw new LaunchFailure(
      `There is no database in ${dataDirectory} yet. Run npm start once, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  const postgres = await startPostgres({ root, walArchive });
  try {
    return await work(postgres.url, environment);
  } finally {
    await postgres.stop();
  }
}

const open: WithContext = (work) =>
  withDatabase(async (url, environment) => {
    const config = readConfiguration(apiSchema, { ...environment, DATABASE_URL: url });
    await reach(url);
    const { deps, close } = await openDeps(config, { log: createLog('admin', 'silent'), pool: { max: 4 } });
    const operator = userInfo().username;
    const returnToRoot = actAsOwnerOf(join(resolve(config.DATA_DIR), 'media'));
    return work({ ...deps, operator }).finally(async () => {
      returnToRoot();
      await close();
    });
  });

/** The server must be able to read what root writes. */
function actAsOwnerOf(folder: string): () => void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return () => {};
  const { uid, gid } = statSync(folder);
  process.setegid!(gid);
  process.seteuid!(uid);
  return () => {
    process.seteuid!(0);
    process.setegid!(0);
  };
}

async function reach(url: string): Promise<void> {
  try {
    await migrate(url);
  } catch (cause) {
    throw new LaunchFailure(databaseFault(cause), { cause });
  }
}

process.exitCode = await runAdmin(
  process.argv.slice(2),
  {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    debug: Boolean(process.env.DEBUG),
  },
  open,
);
