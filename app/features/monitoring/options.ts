import { scrub } from './scrub';

export interface MonitoringSettings {
  dsn: string;
  environment: 'test' | 'prod';
  /** Build id. */
  release?: string;
  /** API and media origins besides the page's. */
  origins: string[];
}

/** Source: the specification, point 9. */
export const rates = { traces: 1, replays: 0.1, replaysOnError: 1 } as const;

/** Reports carry no cookies, headers, bodies or queries. */
const dataCollection = {
  userInfo: false,
  cookies: false,
  httpHeaders: { request: { allow: ['user-agent'] }, response: false },
  httpBodies: [],
  urlQueryParams: false,
  databaseQueryData: false,
  stackFrameVariables: false,
  graphQL: { document: false, variables: false },
  genAI: { inputs: false, outputs: false },
};

export function sharedOptions({ dsn, environment, release, origins }: MonitoringSettings) {
  return {
    dsn,
    environment,
    ...(release ? { release } : {}),
    tracesSampleRate: rates.traces,
    tracePropagationTargets: traceTargets(origins),
    dataCollection,
    beforeSend: <T>(event: T) => scrub(event),
    beforeSendTransaction: <T>(event: T) => scrub(event),
    beforeBreadcrumb: <T>(breadcrumb: T) => scrub(breadcrumb),
  };
}

/** Localhost and own origins only. */
export function traceTargets(origins: readonly string[]): RegExp[] {
  const ours = origins.map((origin) => new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:[/?#]|$)`));
  return [/^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:[/?#]|$)/, /^\/(?!\/)/, ...ours];
}
