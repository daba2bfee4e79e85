import type { TestProject } from 'vitest/node';

import { startIdentityProvider } from './identity-provider';
import { freshDataDirectory, removeDataDirectory, startStack } from './stack';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
    siteDataDirectory: string;
    identityProviderUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = freshDataDirectory();
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
    await stack.stop();
    await provider.stop();
    removeDataDirectory(dataDirectory);
  };
}
