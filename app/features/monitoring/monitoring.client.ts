import { useLocation, useMatches } from '@remix-run/react';
import * as sentry from '@sentry/remix';
import { useEffect } from 'react';

import type { MonitoringEvent } from '~/features/monitoring/monitor';
import { rates, sharedOptions, type MonitoringSettings } from './options';

/** Masks all text and media. */
export function startReporting(settings: MonitoringSettings): (event: MonitoringEvent) => void {
  const client = sentry.init({
    ...sharedOptions({ ...settings, release: window.__remixManifest?.version }),
    integrations: [
      sentry.browserTracingIntegration({ useEffect, useLocation, useMatches, instrumentNavigation: false }),
      sentry.replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true }),
    ],
    replaysSessionSampleRate: rates.replays,
    replaysOnErrorSampleRate: rates.replaysOnError,
  });
  let route: string | undefined;

  return (event) => {
    if (event.type === 'user') sentry.setUser(event.user);
    else if (event.type === 'error') sentry.captureException(event.error);
    else {
      // The first page is a page load.
      if (route && client) sentry.startBrowserTracingNavigationSpan(client, { name: event.route, op: 'navigation' });
      route = event.route;
      sentry.getCurrentScope().setTransactionName(route);
    }
  };
}
