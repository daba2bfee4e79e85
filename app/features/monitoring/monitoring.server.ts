import type { User } from '#contract/index';

import type { MonitoringSettings } from './options';
import { monitoringSettings } from './settings';
import { environment } from '~/server/environment.server';
import { getVisitor, type RouteArgs } from '~/server/guards.server';

/** What pages are told about reporting; undefined where nothing is reported. */
export const monitoring: MonitoringSettings | undefined = monitoringSettings(environment);

// Started by monitor.ts before anything else; the library is not even loaded where nothing is reported.
const sentry = monitoring ? await import('@sentry/remix') : undefined;

const sentryUser = ({ uid, email, nickname }: User) => ({ id: uid, email, username: nickname });

/** Says whose request this is, for its trace; null for a visitor who is not signed in. */
export function setRequestUser(user: User | null): void {
  sentry?.setUser(user && sentryUser(user));
}

/** Reports a fault of ours, with who met it. Never throws, and answers nothing: the page does not wait for it. */
export async function reportError(error: unknown, visit?: RouteArgs): Promise<void> {
  if (!sentry) return;
  const user = visit && (await currentUser(visit));
  sentry.captureException(error, (scope) => {
    scope.setUser(user ? sentryUser(user) : null);
    const requestId = visit?.context?.requestId;
    return requestId ? scope.setTag('request_id', requestId) : scope;
  });
}

/** A loader can fail before the page has found out who asks for it, so that is asked here. */
async function currentUser(visit: RouteArgs): Promise<User | null> {
  try {
    const { api, isLoggedIn } = await getVisitor(visit);
    return isLoggedIn ? await api('my_userinfo', {}) : null;
  } catch {
    return null;
  }
}

/** Sends what has not been sent, for a process that ends. */
export const flushReports = async (): Promise<void> => void (await sentry?.close(2_000));
