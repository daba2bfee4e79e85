import { existsSync } from 'node:fs';

import { inRoot } from './root.mjs';

export function loadEnvironment() {
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));
}
