import { existsSync } from 'node:fs';

import { inRoot } from './root.mjs';

/** What `.env` sets and the real environment doesn't. */
export function loadEnvironment() {
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));
}
