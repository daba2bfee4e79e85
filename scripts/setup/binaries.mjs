import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { SetupFailure } from './failure.mjs';
import { inRoot } from './root.mjs';

const BUNDLES = { ffmpeg: '@ffmpeg-installer', ffprobe: '@ffprobe-installer' };

/** @returns {Promise<string>} which ones are used */
export async function checkBinaries() {
  makeBundlesExecutable();
  const { tsImport } = await import('tsx/esm/api');
  const { describeDecoders } = await tsImport('../../engine/decoder/describe.ts', import.meta.url);
  try {
    return (await describeDecoders()).summary;
  } catch (error) {
    throw new SetupFailure(error.message);
  }
}

/** npm may skip the packages' install scripts. */
export function makeBundlesExecutable() {
  for (const [program, scope] of Object.entries(BUNDLES)) makeExecutable(program, scope);
}

function makeExecutable(program, scope) {
  try {
    const directory = readdirSync(inRoot('node_modules', scope)).find((name) => name.endsWith(process.arch));
    if (directory) chmodSync(join(inRoot('node_modules', scope), directory, program), 0o755);
  } catch {
    // The package is not installed.
  }
}
