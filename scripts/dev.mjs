// The stack from its sources, pages reloading as they change: npm run dev
import { requireNode } from './setup/node-version.mjs';

requireNode();

const { reportFailure } = await import('./setup/failure.mjs');
const { loadEnvironment } = await import('./setup/environment.mjs');
const { prepare } = await import('./setup/prepare.mjs');
const { inRoot, root } = await import('./setup/root.mjs');
const { pathToFileURL } = await import('node:url');

await reportFailure(async () => {
  process.chdir(root);
  loadEnvironment();
  process.env.NODE_ENV = 'development';
  await prepare();
  await import('tsx');
  await import(pathToFileURL(inRoot('backend/launch.ts')).href);
});
