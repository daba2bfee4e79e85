import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './root.mjs';

/** What a command of the engine is built from. */
const SOURCES = ['engine', 'shared', 'package-lock.json', 'scripts/build.mjs'];
const NOT_BUILT = /\.test\.ts$|\.onnx$/;

/** By time of change: hashing all sources would take longer than the start itself. */
export function isNewerThanSources(program, folder = root) {
  const built = statSync(program, { throwIfNoEntry: false });
  // Such as the image of deploy/Dockerfile, whose models and lock file are copied after the build.
  const hasSources = existsSync(join(folder, 'engine/cli'));
  if (!hasSources) return built !== undefined;
  return built !== undefined && SOURCES.every((place) => newestUnder(join(folder, place)) <= built.mtimeMs);
}

/** Folders count too: theirs changes when a file is removed. */
function newestUnder(place) {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) return -Infinity;
  if (!found.isDirectory()) return found.mtimeMs;
  const names = readdirSync(place).filter((name) => !NOT_BUILT.test(name));
  return Math.max(found.mtimeMs, ...names.map((name) => newestUnder(join(place, name))));
}
