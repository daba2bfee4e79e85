// Remix builds the pages, esbuild one file per process.
import { build } from 'esbuild';

import { inRoot, root } from './setup/root.mjs';
import { runProgram } from './setup/run-program.mjs';

const ENTRIES = {
  server: 'server.ts',
  api: 'backend/bin/api.ts',
  worker: 'backend/bin/worker.ts',
  launch: 'backend/bin/launch.ts',
  monitor: 'monitor.ts',
  admin: 'backend/bin/admin.ts',
  backup: 'backend/bin/backup.ts',
  lifeline: 'backend/launch/lifeline.ts',
  swap: 'engine/cli/swap.ts',
  faces: 'engine/cli/faces.ts',
  models: 'engine/cli/models.ts',
  'render-thread': 'engine/video/render-thread.ts',
  'heic-thread': 'engine/media/heic-thread.ts',
  'face-net-thread': 'engine/analyse/face-net-thread.ts',
  'host-thread': 'engine/neural/host/host-thread.ts',
};

const remix = await runProgram(process.execPath, [inRoot('node_modules/@remix-run/dev/dist/cli.js'), 'vite:build'], {
  env: { ...process.env, NODE_ENV: 'production' },
});
if (remix.code !== 0) {
  console.log(remix.output);
  process.exit(1);
}

const bundle = build({
  entryPoints: ENTRIES,
  absWorkingDir: root,
  outdir: 'build',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});

await bundle.catch(() => process.exit(1)); // esbuild has printed the error
