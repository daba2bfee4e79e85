import { useLocation, useMatches } from '@remix-run/react';
import * as sentry from '@sentry/remix';
import { useEffect } from 'react';

import type { News } from '~/features/monitoring/monitor';
import { rates, sharedOptions, type MonitoringSettings } from './options';

/** Starts reporting from this page: faults, traces, and what was done before a fault, with all text and media hidden. */
export function startReporting(settings: MonitoringSettings): (news: News) => void {
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

  return (news) => {
    if (news.type === 'user') sentry.setUser(news.user);
    else if (news.type === 'fault') sentry.captureException(news.error);
    else {
      // The first page is the one that was loaded; the others are navigations within it.
      if (route && client) sentry.startBrowserTracingNavigationSpan(client, { name: news.route, op: 'navigation' });
      route = news.route;
      sentry.getCurrentScope().setTransactionName(route);
    }
  };
}
