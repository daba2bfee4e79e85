import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { loadEnvironment } from '../setup/environment.mjs';
import { reportFailure, SetupFailure } from '../setup/failure.mjs';
import { requireAll } from '../setup/require-all.mjs';
import { inRoot, root } from '../setup/root.mjs';

const [name] = process.argv.splice(2, 1);
const built = (program) => inRoot('build', `${program}.js`);

await reportFailure(async () => {
  process.chdir(root);
  await requireAll([loadEnvironment], { startsAll: false });
  if (!existsSync(built(name))) throw new SetupFailure('This folder has no build. Run: npm run setup');
});
process.env.NODE_ENV ||= 'production'; // otherwise React renders for development
// Error reporting first: it reads the settings, and instruments what is loaded after it.
for (const program of ['monitor', name]) await import(pathToFileURL(built(program)).href);
