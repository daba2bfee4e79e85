import type { MonitoringSettings } from './options';

const ownAddresses = ['PUBLIC_URL', 'PUBLIC_URL_AI', 'API_URL', 'API_URL_AI', 'API_PUBLIC_URL', 'MEDIA_URL'] as const;

type Variables = Record<string, unknown> & Partial<Record<(typeof ownAddresses)[number], string>>;

/** Undefined unless APP_ENV is test or prod and SENTRY_DSN is set. */
export function monitoringSettings(variables: Variables): MonitoringSettings | undefined {
  const { SENTRY_DSN, APP_ENV } = variables;
  if (typeof SENTRY_DSN !== 'string' || !SENTRY_DSN || (APP_ENV !== 'test' && APP_ENV !== 'prod')) return undefined;
  const addresses = ownAddresses.flatMap((name) => variables[name] || []);
  const origins = addresses.flatMap((address) => (URL.canParse(address) ? new URL(address).origin : []));
  return { dsn: SENTRY_DSN, environment: APP_ENV, origins: [...new Set(origins)] };
}

/** For the CSP. */
export const reportOrigin = ({ dsn }: MonitoringSettings): string => new URL(dsn).origin;
