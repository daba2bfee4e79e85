import { Worker } from 'node:worker_threads';

/** @param program path of the source, such as `video/paint/render-thread` */
export function startThread(program: string): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  if (!isSource) return new Worker(new URL(`./${program.split('/').pop()}.js`, import.meta.url));
  const source = new URL(`../${program}.ts`, import.meta.url).href;
  return new Worker(new URL('./load-source.mjs', import.meta.url), { workerData: source });
}
