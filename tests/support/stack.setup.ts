import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

import { startIdentityProvider } from './identity-provider';
import { dataDirectoryWithDatabase, removeDataDirectory, startStack } from './stack';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
    siteDataDirectory: string;
    identityProviderUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = dataDirectoryWithDatabase();
  const provider = await startIdentityProvider();
  const environment = {
    GOOGLE_ISSUER: provider.issuer,
    GOOGLE_CLIENT_ID: provider.clientId,
    GOOGLE_CLIENT_SECRET: 'a secret of the tests',
    // Webhook receivers run locally.
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  const stack = await startStack({ dataDirectory, environment });
  project.provide('siteUrl', stack.url);
  project.provide('siteDataDirectory', dataDirectory);
  project.provide('identityProviderUrl', provider.issuer);
  return async () => {
    reportEnds(stack.output(), dataDirectory);
    await stack.stop();
    await provider.stop();
    removeDataDirectory(dataDirectory);
  };
}

/** Why a process of the shared site ended and was started again: the logs are removed with the site. */
function reportEnds(output: string, dataDirectory: string): void {
  const ends = output.split('\n').filter((line) => line.includes('process ended'));
  if (ends.length === 0) return;
  console.error(ends.join('\n'));
  const log = join(dataDirectory, 'logs', 'web.log');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  console.error(lines.filter((line) => !line.startsWith('{') || line.includes('"level":60')).join('\n'));
}
