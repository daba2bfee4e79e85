import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { SetupFailure } from './failure.mjs';
import { inRoot } from './root.mjs';

const BUNDLES = { ffmpeg: '@ffmpeg-installer', ffprobe: '@ffprobe-installer' };

/**
 * Makes sure that ffmpeg and ffprobe run, and says which are used. npm may skip the install scripts that would make the
 * bundled ones executable, so that is done here.
 */
export async function checkBinaries() {
  for (const [program, scope] of Object.entries(BUNDLES)) makeExecutable(program, scope);
  const { tsImport } = await import('tsx/esm/api');
  const { describeDecoders } = await tsImport('../../engine/decoder/describe.ts', import.meta.url);
  try {
    return (await describeDecoders()).summary;
  } catch (error) {
    throw new SetupFailure(error.message);
  }
}

function makeExecutable(program, scope) {
  try {
    const directory = readdirSync(inRoot('node_modules', scope)).find((name) => name.endsWith(process.arch));
    chmodSync(join(inRoot('node_modules', scope), directory, program), 0o755);
  } catch {
    // None is bundled for this platform.
  }
}
