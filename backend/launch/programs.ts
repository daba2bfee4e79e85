import { fileURLToPath } from 'node:url';

import type { Programs } from './process-specs';

/**
 * MB before V8 first collects all of its heap. Pictures lie outside of it, but each allocation of one counts, so that V8
 * would go through the few megabytes inside many times in each swap. Workers of their own machines get it by their
 * commands: in package.json and in deploy/.
 */
const workerOptions = ['--initial-heap-size=128'];

/** @param launcher address of the launcher's own file, built or not */
export function programsBeside(launcher: string): Programs {
  const address = (file: string) => new URL(file, launcher).href;
  const path = (file: string) => fileURLToPath(address(file));
  // Node reads what follows --import as an address: a # or % in the name of a folder would not belong to the path.
  if (!launcher.endsWith('.ts'))
    return {
      options: ['--import', address('lifeline.js'), '--import', address('monitor.js')],
      server: path('server.js'),
      worker: path('worker.js'),
      workerOptions,
    };
  const preloaded = [address('../launch/lifeline.ts'), address('../../monitor.ts')];
  return {
    options: ['tsx', ...preloaded].flatMap((module) => ['--import', module]),
    server: path('../../server.ts'),
    worker: path('worker.ts'),
    workerOptions,
  };
}
