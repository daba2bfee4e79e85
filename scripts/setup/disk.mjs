import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { SetupFailure } from './failure.mjs';

/** @throws SetupFailure when fewer than `bytes` are left */
export function requireSpace(directory, bytes, purpose) {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize >= bytes) return;
  throw new SetupFailure(
    `The disk is full: ${purpose} need ${inMegabytes(bytes)}, and ${directory} has ${inMegabytes(bavail * bsize)} left.`,
  );
}

/** Undefined if DATA_DIR is for a shell: that is a fault of the settings. */
export const dataDirectoryFrom = (given) => (/^[~$]/.test(given ?? '') ? undefined : resolve(given || './data'));

/** @throws SetupFailure */
export function requireWritable(directory) {
  try {
    makeFolder(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SetupFailure(
      `The data directory ${directory} cannot be written (${error.code}). Make it yours, or set DATA_DIR to another one.`,
    );
  }
}

/** A recursive mkdir never returns in /proc. */
function makeFolder(path) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path);
}

/** Vite and Node's loaders take them for parts of an address. @throws SetupFailure */
export function requirePlainPath(directory) {
  const [character] = /[#%?*]/.exec(directory) ?? [];
  if (!character) return;
  throw new SetupFailure(
    `${directory} has a ${character} in its path, which the build tools misread. Rename or move that folder.`,
  );
}

const inMegabytes = (bytes) => `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;
