import { Worker } from 'node:worker_threads';

/**
 * Starts one of the engine's thread programs: as it lies beside the bundle that this code has become part of, or from
 * its source.
 * @param program where the source lies, like `video/render-thread`
 */
export function startThread(program: string): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  if (!isSource) return new Worker(new URL(`./${program.split('/').pop()}.js`, import.meta.url));
  const source = new URL(`../${program}.ts`, import.meta.url).href;
  return new Worker(new URL('./load-source.mjs', import.meta.url), { workerData: source });
}
