import { existsSync } from 'node:fs';

import { checkBinaries, makeBundlesExecutable } from './binaries.mjs';
import { buildIfChanged } from './build-if-changed.mjs';
import { prepareModels } from './models.mjs';
import { installPackages } from './packages.mjs';
import { inRoot } from './root.mjs';
import { step } from './terminal.mjs';

/** Brings a bare clone or a partial installation to a state that runs from its sources. */
export async function prepare() {
  await step('packages', installPackages);
  await step('programs', checkBinaries);
  await step('models', prepareModels);
}

/** A production folder (`deploy/Dockerfile`) comes with packages, models and build, and has no sources to make them from. */
const hasSources = () => existsSync(inRoot('server.ts'));

export async function prepareAndBuild() {
  if (!hasSources()) return makeBundlesExecutable();
  await prepare();
  await step('build', buildIfChanged);
}
