// Remix builds the pages, esbuild the processes.
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

import { inRoot, root } from './setup/root.mjs';
import { runProgram } from './setup/run-program.mjs';

const ENTRIES = {
  server: 'server.ts',
  api: 'backend/bin/api.ts',
  worker: 'backend/bin/worker.ts',
  launch: 'backend/bin/launch.ts',
  settings: 'backend/bin/settings.ts',
  monitor: 'monitor.ts',
  admin: 'backend/bin/admin.ts',
  backup: 'backend/bin/backup.ts',
  lifeline: 'backend/launch/lifeline.ts',
  swap: 'engine/cli/swap.ts',
  faces: 'engine/cli/faces.ts',
  models: 'engine/cli/models.ts',
  'render-thread': 'engine/video/paint/render-thread.ts',
  'heic-thread': 'engine/media/heic-thread.ts',
  'face-net-thread': 'engine/analyse/face-net-thread.ts',
  'host-thread': 'engine/neural/host/host-thread.ts',
  'check-thread': 'app/features/verify/check-thread.ts',
};

/**
 * Packages of many files that every start loads; as part of the bundles they take a third of the time. Not among them:
 * what is native, what Sentry instruments (`pg`, `@remix-run/node`), and what few processes need.
 */
const BUNDLED = [
  '@fastify/busboy',
  '@hono/node-server',
  '@tus/file-store',
  '@tus/server',
  'client-zip',
  'hono',
  'ipaddr.js',
  'jose',
  'kysely',
  'prom-client',
  'proxy-addr',
  'rate-limiter-flexible',
  'uuidv7',
  'zod',
];

/** Bundled CommonJS packages call it; modules have none. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

const { dependencies, devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const external = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !BUNDLED.includes(name));

/** MB. With V8's defaults a sixth of the build's processor time is the collection of what it still needs. */
const HEAP = ['--max-semi-space-size=128', '--min-semi-space-size=128', '--initial-heap-size=1500'];

const remix = await runProgram(
  process.execPath,
  [...HEAP, inRoot('node_modules/@remix-run/dev/dist/cli.js'), 'vite:build'],
  { env: { ...process.env, NODE_ENV: 'production' } },
);
if (remix.code !== 0) {
  console.log(remix.output);
  process.exit(1);
}

const bundling = build({
  entryPoints: ENTRIES,
  absWorkingDir: root,
  outdir: 'build',
  bundle: true,
  splitting: true, // shared parts are one file; what is imported on demand loads on demand
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external,
  banner: { js: REQUIRE },
  // With `--enable-source-maps`, every start parses the maps.
  sourcemap: true,
  sourcesContent: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});

await bundling.catch(() => process.exit(1)); // esbuild has printed the error
