import { join, parse } from 'node:path';

/** To run a TypeScript program of `bundles.setup.ts`: its bundle, or in watch mode its source. */
export function nodeArguments(source: string): string[] {
  const bundles = process.env.ENGINE_THREAD_BUNDLES;
  return bundles ? [join(bundles, `${parse(source).name}.js`)] : ['--import', 'tsx', source];
}
