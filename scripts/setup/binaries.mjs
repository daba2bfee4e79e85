import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { SetupFailure } from './failure.mjs';
import { inRoot } from './root.mjs';
import { runProgram } from './run-program.mjs';

const BUNDLES = { ffmpeg: '@ffmpeg-installer', ffprobe: '@ffprobe-installer' };

/**
 * Makes sure that ffmpeg and ffprobe run, the system's or the bundled ones. npm may skip the install scripts
 * that would make the bundled ones executable, so that is done here.
 */
export async function checkBinaries() {
  const found = await Promise.all(Object.entries(BUNDLES).map(([program, scope]) => findProgram(program, scope)));
  return found.join(', ');
}

async function findProgram(program, scope) {
  const bundled = makeExecutable(program, scope);
  if (bundled && (await runs(bundled))) return `${program} bundled`;
  if (await runs(program)) return `${program} of the system`;
  throw new SetupFailure(
    `${program} is missing: none is bundled for ${process.platform} on ${process.arch}, and the system has none. Install ffmpeg.`,
  );
}

function makeExecutable(program, scope) {
  try {
    const directory = readdirSync(inRoot('node_modules', scope)).find((name) => name.endsWith(process.arch));
    const file = join(inRoot('node_modules', scope), directory, program);
    chmodSync(file, 0o755);
    return file;
  } catch {
    return undefined;
  }
}

async function runs(program) {
  try {
    return (await runProgram(program, ['-version'])).code === 0;
  } catch {
    return false;
  }
}
