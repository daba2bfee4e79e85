import { existsSync, readFileSync } from 'node:fs';

import { readEnvFile, unknownSettings } from './env-file.mjs';
import { inRoot } from './root.mjs';

/** Settings of `.env` that the environment lacks; names that are no settings are reported. @throws SetupFailure */
export function loadEnvironment() {
  if (!existsSync(inRoot('.env'))) return;
  const settings = readEnvFile(readFileSync(inRoot('.env')));
  const example = existsSync(inRoot('.env.example')) ? readFileSync(inRoot('.env.example'), 'utf8') : undefined;
  const unknown = unknownSettings(Object.keys(settings), example);
  if (unknown.length > 0) console.error(`Not settings, in .env: ${unknown.join(', ')}. See .env.example.`);
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
}
