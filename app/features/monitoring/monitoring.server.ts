import type { User } from '#contract/index';

import type { MonitoringSettings } from './options';
import { monitoringSettings } from './settings';
import { environment } from '~/server/environment.server';
import { getVisitor, type RouteArgs } from '~/server/guards.server';

/** Undefined if not configured. */
export const monitoring: MonitoringSettings | undefined = monitoringSettings(environment);

// monitor.ts has initialised it; not loaded without settings.
const sentry = monitoring ? await import('@sentry/remix') : undefined;

const sentryUser = ({ uid, email, nickname }: User) => ({ id: uid, email, username: nickname });

/** Null for anonymous visitors. */
export function setRequestUser(user: User | null): void {
  sentry?.setUser(user && sentryUser(user));
}

/** Never throws. Do not await it: pages must not wait. */
export async function reportError(error: unknown, visit?: RouteArgs): Promise<void> {
  if (!sentry) return;
  const user = visit && (await currentUser(visit));
  sentry.captureException(error, (scope) => {
    scope.setUser(user ? sentryUser(user) : null);
    const requestId = visit?.context?.requestId;
    return requestId ? scope.setTag('request_id', requestId) : scope;
  });
}

/** A loader may fail before the root loader knows the user. */
async function currentUser(visit: RouteArgs): Promise<User | null> {
  try {
    const { api, isLoggedIn } = await getVisitor(visit);
    return isLoggedIn ? await api('my_userinfo', {}) : null;
  } catch {
    return null;
  }
}

export const flushReports = async (): Promise<void> => void (await sentry?.close(2_000));
