// Runs the source of a thread, or its bundle where tests have made one.
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';

const bundles = process.env.ENGINE_THREAD_BUNDLES;

if (bundles) await import(pathToFileURL(join(bundles, `${basename(workerData, '.ts')}.js`)).href);
else {
  const { register } = await import('tsx/esm/api');
  register(); // the loader that the other sources run with
  await import(workerData);
}
