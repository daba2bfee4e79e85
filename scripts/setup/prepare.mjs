import { existsSync } from 'node:fs';

import { checkBinaries, makeBundlesExecutable } from './binaries.mjs';
import { buildIfChanged } from './build-if-changed.mjs';
import { prepareModels } from './models.mjs';
import { installPackages } from './packages.mjs';
import { inRoot } from './root.mjs';
import { step } from './terminal.mjs';

export async function prepare() {
  await step('packages', installPackages);
  await step('programs', checkBinaries);
  await step('models', prepareModels);
}

/** A production folder (`deploy/Dockerfile`) has no sources. */
const hasSources = () => existsSync(inRoot('server.ts'));

export async function prepareAndBuild() {
  if (!hasSources()) return makeBundlesExecutable();
  await prepare();
  await step('build', buildIfChanged);
}
