import { join } from 'node:path';

import { findBinaries } from '#backend/db/embedded/binaries';
import { ensureCluster } from '#backend/db/embedded/cluster';
import { prepareHome } from '#backend/db/embedded/home';

import { freshDataDirectory, removeDataDirectory } from './stack';

/** Creates the files of an empty database once, for `dataDirectoryWithDatabase`. */
export default async function setup(): Promise<(() => void) | undefined> {
  if (process.env.TEST_CLUSTER) return undefined; // by another kind of tests
  const directory = freshDataDirectory();
  const home = prepareHome(join(directory, 'postgres'));
  await ensureCluster(home, await findBinaries(home.account), false);
  process.env.TEST_CLUSTER = directory;
  return () => removeDataDirectory(directory);
}
