import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { startPostgres } from '#backend/db/embedded/index';
import { migrate } from '#backend/db/migrate';
import { ensureContentCertificate } from '#backend/launch/content-certificate';

import { freshDataDirectory, removeDataDirectory } from './stack';

/** Makes a database without rows and a certificate for results once, for `dataDirectoryWithDatabase`. */
export default async function setup(): Promise<(() => void) | undefined> {
  if (process.env.TEST_CLUSTER) return undefined; // by another kind of tests
  const directory = freshDataDirectory();
  const root = join(directory, 'postgres');
  const server = await startPostgres({ root, durable: false });
  await migrate(server.url);
  await server.stop();
  rmSync(join(root, 'postgres.log'));
  await ensureContentCertificate(join(directory, 'credentials'));
  process.env.TEST_CLUSTER = directory;
  return () => removeDataDirectory(directory);
}
