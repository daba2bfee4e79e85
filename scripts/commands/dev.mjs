import { pathToFileURL } from 'node:url';

import { loadEnvironment } from '../setup/environment.mjs';
import { reportFailure } from '../setup/failure.mjs';
import { prepare } from '../setup/prepare.mjs';
import { inRoot, root } from '../setup/root.mjs';

await reportFailure(async () => {
  process.chdir(root);
  loadEnvironment();
  process.env.NODE_ENV = 'development';
  await prepare();
  await import('tsx');
  await import(pathToFileURL(inRoot('backend/bin/launch.ts')).href);
});
