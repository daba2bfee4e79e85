import { checkBinaries } from './binaries.mjs';
import { buildIfChanged } from './build-if-changed.mjs';
import { prepareModels } from './models.mjs';
import { installPackages } from './packages.mjs';
import { step } from './terminal.mjs';

/** From a bare clone, or from any state between, to a tree that runs from its sources. */
export async function prepare() {
  await step('packages', installPackages);
  await step('programs', checkBinaries);
  await step('models', prepareModels);
}

export async function prepareAndBuild() {
  await prepare();
  await step('build', buildIfChanged);
}
