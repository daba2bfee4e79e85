import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

const programs = ['analyse/face-net-thread', 'media/heic-thread', 'neural/host/host-thread', 'video/render-thread'];

/** Bundles the engine's threads: loading their sources takes 0.6 s of processor time for each. */
export default async function setup({ config }: TestProject): Promise<(() => void) | undefined> {
  if (config.watch) return undefined; // later changes would not arrive
  const cache = join(config.root, '.cache');
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(join(cache, 'threads-')); // below the root, where models and packages are found
  await build({
    entryPoints: programs.map((program) => join(config.root, `engine/${program}.ts`)),
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
