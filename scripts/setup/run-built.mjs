import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { completePackages } from './binaries.mjs';
import { loadEnvironment } from './environment.mjs';
import { reportFailure } from './failure.mjs';
import { prepareAndBuild } from './prepare.mjs';
import { inRoot, root } from './root.mjs';

/**
 * Runs a program of the build, which it makes first if there is none.
 * @param {string} name such as "admin.js"
 */
export const runBuilt = (name) =>
  reportFailure(async () => {
    process.chdir(root);
    loadEnvironment();
    const program = inRoot(`build/${name}`);
    if (existsSync(program)) completePackages();
    else await prepareAndBuild(); // not each time: another program may parse stdout
    await import(pathToFileURL(program).href);
  });
