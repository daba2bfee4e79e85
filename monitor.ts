// Loaded before anything else (node --import build/monitor.js): reports faults and traces of this process, where that is
// set up; otherwise nothing is loaded at all.
import { readFileSync } from 'node:fs';

import { sharedOptions } from './app/features/monitoring/options';
import { monitoringSettings } from './app/features/monitoring/settings';

const settings = monitoringSettings(process.env);
if (settings) {
  const { init } = await import('@sentry/remix');
  // Without hooks into how modules are loaded: requests, pages and calls are seen without, and nothing is changed on its way in.
  init({ ...sharedOptions({ ...settings, release: buildId() }), registerEsmLoaderHooks: false });
}

function buildId(): string | undefined {
  try {
    return (JSON.parse(readFileSync('build/client/builds/latest.json', 'utf8')) as { id?: string }).id;
  } catch {
    return undefined; // the sources, as they are developed
  }
}
