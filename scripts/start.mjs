// Everything on this machine, from a bare clone to a running site: npm start
import { requireNode } from './setup/node-version.mjs';

requireNode();

// Only now: what follows is written for the Nodes that passed.
const { reportFailure } = await import('./setup/failure.mjs');
const { loadEnvironment } = await import('./setup/environment.mjs');
const { requireSpace, requireWritable } = await import('./setup/disk.mjs');
const { requirePort } = await import('./setup/port.mjs');
const { prepareAndBuild } = await import('./setup/prepare.mjs');
const { inRoot, root } = await import('./setup/root.mjs');
const { resolve } = await import('node:path');
const { pathToFileURL } = await import('node:url');

const SPACE_FOR_DATA = 500e6;

await reportFailure(async () => {
  process.chdir(root);
  loadEnvironment();
  const dataDirectory = resolve(process.env.DATA_DIR || './data');
  requireWritable(dataDirectory);
  requireSpace(dataDirectory, SPACE_FOR_DATA, 'the data of people');
  await requirePort(process.env.PORT || '3000');
  console.log('Faceswap');
  await prepareAndBuild();
  await import(pathToFileURL(inRoot('build/launch.js')).href);
});
