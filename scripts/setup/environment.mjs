import { existsSync, readFileSync } from 'node:fs';

import { readEnvFile, unknownSettings } from './env-file.mjs';
import { SetupFailure } from './failure.mjs';
import { inRoot } from './root.mjs';

/**
 * Settings of `.env` that the environment lacks; names that are no settings are reported.
 * @throws SetupFailure at last, if some lines cannot be read
 */
export function loadEnvironment() {
  if (!existsSync(inRoot('.env'))) return;
  const { settings, faults } = readEnvFile(readFileSync(inRoot('.env')));
  const example = existsSync(inRoot('.env.example')) ? readFileSync(inRoot('.env.example'), 'utf8') : undefined;
  const unknown = unknownSettings(Object.keys(settings), example);
  if (unknown.length > 0) console.error(`Not settings, in .env: ${unknown.join(', ')}. See .env.example.`);
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
  if (faults.length > 0) throw new SetupFailure(faults.join('\n'));
}
