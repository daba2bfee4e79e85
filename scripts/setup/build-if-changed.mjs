import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SetupFailure } from './failure.mjs';
import { inRoot, root } from './root.mjs';
import { runProgram } from './run-program.mjs';

const SOURCES = [
  ...['app', 'backend', 'contract', 'engine', 'http', 'public', 'shared'],
  ...[
    'package.json',
    'server.ts',
    'monitor.ts',
    'vite.config.ts',
    'remix.config.js',
    'tsconfig.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/build',
  ],
];
const NOT_BUILT = /\.test\.tsx?$|\.onnx$/;

/** Unless the last complete build had the same sources. */
export async function buildIfChanged(say) {
  const stamp = inRoot('build/.sources');
  const sources = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return 'up to date';
  say('building …');
  rmSync(stamp, { force: true });
  const { code, output } = await runProgram(process.execPath, [inRoot('scripts/build.mjs')]);
  if (code !== 0) throw new SetupFailure(`The build failed:\n${output.trim().split('\n').slice(-15).join('\n')}`);
  writeFileSync(stamp, sources);
  return 'built';
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesUnder)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const place = join(root, path);
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [path];
  const names = readdirSync(place).sort();
  return names.filter((name) => !NOT_BUILT.test(name)).flatMap((name) => filesUnder(`${path}/${name}`));
}
