import { scrub } from './scrub';

/** What a page has to know to report its faults; present only where they are reported at all. */
export interface MonitoringSettings {
  dsn: string;
  environment: 'test' | 'prod';
  /** The build, so that a fault can be told from one that was mended. */
  release?: string;
  /** Origins of ours besides the page's own: the API's, and those of media. */
  origins: string[];
}

/** Sampling. Source: the specification, point 9. */
export const rates = { traces: 1, replays: 0.1, replaysOnError: 1 } as const;

/** Faults are told with who was signed in, and without anything that was sent: no cookies, headers, bodies, queries. */
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

/** Options that server and browser have in common. */
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

/** Trace headers go to this machine and to hosts of ours, to nobody else. */
export function traceTargets(origins: readonly string[]): RegExp[] {
  const ours = origins.map((origin) => new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:[/?#]|$)`));
  return [/^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:[/?#]|$)/, /^\/(?!\/)/, ...ours];
}
