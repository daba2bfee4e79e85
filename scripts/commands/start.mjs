import { pathToFileURL } from 'node:url';

import { dataDirectoryFrom, requireSpace, requireWritable } from '../setup/disk.mjs';
import { loadEnvironment } from '../setup/environment.mjs';
import { reportFailure } from '../setup/failure.mjs';
import { requirePorts } from '../setup/port.mjs';
import { prepareAndBuild } from '../setup/prepare.mjs';
import { requireAll } from '../setup/require-all.mjs';
import { inRoot, root } from '../setup/root.mjs';

const SPACE_FOR_DATA = 500e6;

function requireDataDirectory() {
  const directory = dataDirectoryFrom(process.env.DATA_DIR);
  if (!directory) return;
  requireWritable(directory);
  requireSpace(directory, SPACE_FOR_DATA, 'uploads and results');
}

const requireOwnPorts = () => requirePorts(process.env);

await reportFailure(async () => {
  process.chdir(root);
  await requireAll([loadEnvironment, requireDataDirectory, requireOwnPorts]);
  console.log('Faceswap');
  await requireAll([prepareAndBuild]);
  await requireAll([requireOwnPorts]); // another start may have waited for the same set-up
  await import(pathToFileURL(inRoot('build/launch.js')).href);
});
