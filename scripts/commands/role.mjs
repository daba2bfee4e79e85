import { pathToFileURL } from 'node:url';

import { loadEnvironment } from '../setup/environment.mjs';
import { inRoot, root } from '../setup/root.mjs';

const [name] = process.argv.splice(2, 1);

process.chdir(root);
loadEnvironment();
// Error reporting first: it reads the settings, and instruments what is loaded after it.
for (const program of ['monitor', name]) await import(pathToFileURL(inRoot('build', `${program}.js`)).href);
