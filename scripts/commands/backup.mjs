import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { loadEnvironment } from '../setup/environment.mjs';
import { reportFailure } from '../setup/failure.mjs';
import { prepareAndBuild } from '../setup/prepare.mjs';
import { inRoot, root } from '../setup/root.mjs';

await reportFailure(async () => {
  process.chdir(root);
  loadEnvironment();
  const program = inRoot('build/backup.js');
  if (!existsSync(program)) await prepareAndBuild(); // another program may parse stdout
  await import(pathToFileURL(program).href);
});
