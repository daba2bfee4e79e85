// Preloaded (node --import build/monitor.js): starts error reporting and tracing if configured, and loads nothing
// otherwise.
import { readFileSync } from 'node:fs';

import { sharedOptions } from './app/features/monitoring/options';
import { monitoringSettings } from './app/features/monitoring/settings';

const settings = monitoringSettings(process.env);
if (settings) {
  const { init } = await import('@sentry/remix');
  // No ESM loader hooks: requests, pages and calls are traced without them.
  init({ ...sharedOptions({ ...settings, release: buildId() }), registerEsmLoaderHooks: false });
}

function buildId(): string | undefined {
  try {
    return (JSON.parse(readFileSync('build/client/builds/latest.json', 'utf8')) as { id?: string }).id;
  } catch {
    return undefined; // no build: development
  }
}
