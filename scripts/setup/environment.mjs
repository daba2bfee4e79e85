import { existsSync } from 'node:fs';

import { inRoot } from './root.mjs';

/** Variables of the environment take precedence. */
export function loadEnvironment() {
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));
}
