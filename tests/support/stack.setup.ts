import type { TestProject } from 'vitest/node';

import { freshDataDirectory, removeDataDirectory, startStack } from './stack';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
    siteDataDirectory: string;
  }
}

/** The whole stack, for every browser journey of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = freshDataDirectory();
  const stack = await startStack({ dataDirectory });
  project.provide('siteUrl', stack.url);
  project.provide('siteDataDirectory', dataDirectory);
  return async () => {
    await stack.stop();
    removeDataDirectory(dataDirectory);
  };
}
