// `npm run backup`, `npm run restore`.
import { join, resolve } from 'node:path';

import { surviveClosedOutput } from '#engine/cli/closed-output';
import { withClient } from '#backend/backup/tables';
import { runBackupCommand, type Surroundings } from '#backend/backup/commands';
import { openStorage } from '#backend/compose/storage';
import { launchSchema } from '#backend/config/launch';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import { startPostgres } from '#backend/db/embedded/index';
import { readLaunch } from '#backend/launch/configuration';
import { LaunchFailure } from '#backend/launch/failure';
import { reach, withSiteDatabase } from '#backend/launch/site-database';

const withSite: Surroundings['withSite'] = (use, work) => {
  const launch = readLaunch(process.env, { startsAll: false, mustExist: use === 'existing' });
  return withSiteDatabase(launch, async (url) => {
    const config = readConfiguration(apiSchema, { ...launch.environment, DATABASE_URL: url });
    await reach(url, (reached) => withClient(reached, async () => {}));
    const { dataDirectory, walArchive } = launch;
    return work({
      ...{ databaseUrl: url, dataDirectory, walArchive },
      ...{ storage: await openStorage(config), environment: process.env },
    });
  });
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

surviveClosedOutput();
const exitCode = await runBackupCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  debug: Boolean(process.env.DEBUG),
  dataDirectory: () => resolve(readConfiguration(launchSchema, process.env).DATA_DIR),
  environment: process.env,
  emptyPlace,
  withSite,
});
process.exitCode ??= exitCode;
