import { pathToFileURL } from 'node:url';

import { dataDirectoryFrom, requireSpace, requireWritable } from '../setup/disk.mjs';
import { loadEnvironment } from '../setup/environment.mjs';
import { reportFailure } from '../setup/failure.mjs';
import { requirePort } from '../setup/port.mjs';
import { prepareAndBuild } from '../setup/prepare.mjs';
import { inRoot, root } from '../setup/root.mjs';

const SPACE_FOR_DATA = 500e6;

await reportFailure(async () => {
  process.chdir(root);
  loadEnvironment();
  const dataDirectory = dataDirectoryFrom(process.env.DATA_DIR);
  requireWritable(dataDirectory);
  requireSpace(dataDirectory, SPACE_FOR_DATA, 'uploads and results');
  const port = process.env.PORT || '3000';
  await requirePort(port);
  console.log('Faceswap');
  await prepareAndBuild();
  await requirePort(port); // another start may have waited for the same set-up
  await import(pathToFileURL(inRoot('build/launch.js')).href);
});
