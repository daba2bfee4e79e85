import { pathToFileURL } from 'node:url';

import { faultsOf, SetupFailure } from './failure.mjs';
import { inRoot } from './root.mjs';

/**
 * Runs every check.
 * @param {(() => unknown)[]} checks
 * @param {{ startsAll?: boolean }} [options] false for one role
 * @throws SetupFailure that names the faults of the settings, too: otherwise the next start would
 */
export async function requireAll(checks, options) {
  const faults = await faultsOf(...checks);
  if (faults.length === 0) return;
  // No build, or its packages are missing.
  const settings = await import(pathToFileURL(inRoot('build/settings.js')).href).catch(() => undefined);
  throw new SetupFailure([...faults, ...(settings?.faultsOfSettings(options) ?? [])].join('\n'));
}
