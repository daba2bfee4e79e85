// `npm run backup`, `npm run restore`.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { withClient } from '#backend/backup/tables';
import { runBackupCommand, type Surroundings } from '#backend/backup/commands';
import { openStorage } from '#backend/compose/storage';
import { launchSchema } from '#backend/config/launch';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import { startPostgres } from '#backend/db/embedded/index';
import { databaseFault } from '#backend/db/fault';
import { readLaunch } from '#backend/launch/configuration';
import { LaunchFailure } from '#backend/launch/failure';

const withSite: Surroundings['withSite'] = async (use, work) => {
  const { databaseUrl, dataDirectory, walArchive, environment } = readLaunch(process.env, { startsAll: false });
  const run = async (url: string) => {
    const config = readConfiguration(apiSchema, { ...environment, DATABASE_URL: url });
    await reach(url);
    const storage = await openStorage(config);
    return work({ databaseUrl: url, storage, dataDirectory, environment: process.env, walArchive });
  };
  if (databaseUrl) return run(environment.DATABASE_DIRECT_URL || databaseUrl);
  const root = join(dataDirectory, 'postgres');
  if (use === 'existing' && !existsSync(root)) {
    throw new LaunchFailure(`There is no database in ${dataDirectory} yet. Set DATA_DIR or DATABASE_URL.`);
  }
  const postgres = await startPostgres({ root, walArchive });
  return run(postgres.url).finally(() => postgres.stop());
};

const emptyPlace: Surroundings['emptyPlace'] = async () => {
  const { databaseUrl, dataDirectory, walArchive, environment } = readLaunch(process.env, { startsAll: false });
  if (databaseUrl || !walArchive) {
    throw new LaunchFailure('--at needs WAL_ARCHIVE_DIR, and no DATABASE_URL: it recovers the embedded database only.');
  }
  const config = readConfiguration(apiSchema, { ...environment, DATABASE_URL: 'postgresql://to-be-recovered' });
  const root = join(dataDirectory, 'postgres');
  return {
    ...{ root, walArchive, storage: await openStorage(config) },
    withDatabase: async (work) => {
      const postgres = await startPostgres({ root, walArchive });
      return work(postgres.url).finally(() => postgres.stop());
    },
  };
};

async function reach(url: string): Promise<void> {
  try {
    await withClient(url, async () => {});
  } catch (cause) {
    throw new LaunchFailure(databaseFault(cause), { cause });
  }
}

process.exitCode = await runBackupCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  debug: Boolean(process.env.DEBUG),
  dataDirectory: () => resolve(readConfiguration(launchSchema, process.env).DATA_DIR),
  environment: process.env,
  emptyPlace,
  withSite,
});
