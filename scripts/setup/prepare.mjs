import { existsSync } from 'node:fs';

import { alone } from './alone.mjs';
import { checkBinaries, completePackages } from './binaries.mjs';
import { buildIfChanged } from './build-if-changed.mjs';
import { requirePlainPath } from './disk.mjs';
import { prepareModels } from './models.mjs';
import { installPackages } from './packages.mjs';
import { inRoot, root } from './root.mjs';
import { step } from './terminal.mjs';

const onWait = () => console.log('  waiting for another set-up of this folder …');

async function prepareParts() {
  requirePlainPath(root);
  await step('packages', installPackages);
  await step('programs', checkBinaries);
  await step('models', prepareModels);
}

const buildPrograms = () => step('build', buildIfChanged);

export const prepare = () => alone(prepareParts, { onWait });

export const build = () => alone(buildPrograms, { onWait });

/** A production folder (`deploy/Dockerfile`) has no sources. */
const hasSources = () => existsSync(inRoot('server.ts'));

export async function prepareAndBuild() {
  if (!hasSources()) return completePackages();
  await alone(
    async () => {
      await prepareParts();
      await buildPrograms();
    },
    { onWait },
  );
}
