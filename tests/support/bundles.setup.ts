import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

const threads = [
  'analyse/face-net-thread',
  'media/heic-thread',
  'neural/host/host-thread',
  'video/paint/render-thread',
];
/** A thread of the site, and those that tests run by `nodeArguments`. */
const programs = [
  'app/features/verify/check-thread',
  'engine/cli/swap',
  'engine/decoder/orphans.fixture',
  'tests/support/fuzz/main',
  'tests/support/load-nets',
  'tests/support/start-database',
  'tests/support/swap-with-progress',
];

/**
 * Bundles threads and the programs of tests: loading their sources takes one to two seconds of processor
 * time for each.
 */
export default async function setup({ config }: TestProject): Promise<(() => void) | undefined> {
  if (process.env.ENGINE_THREAD_BUNDLES) return undefined; // by another kind of tests
  if (config.watch) return undefined; // later changes would not arrive
  const cache = join(config.root, '.cache');
  mkdirSync(cache, { recursive: true });
  // Two folders below the root, as `tests/support` is: models, packages and samples are found from here, too.
  const outdir = mkdtempSync(join(cache, 'bundles-'));
  await build({
    entryPoints: [...threads.map((thread) => `engine/${thread}`), ...programs].map((name) =>
      join(config.root, `${name}.ts`),
    ),
    outdir,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  process.env.ENGINE_THREAD_BUNDLES = outdir;
  return () => rmSync(outdir, { recursive: true, force: true });
}
