import { environment } from '~/server/environment.server';
import { isHttps } from '~/server/session.server';

export type AnalyticsChoice = 'yes' | 'no';

/** What a page knows of measuring; null where nothing measures. */
export interface AnalyticsConsent {
  tag: { id: string; url: string };
  /** What the visitor has said; null while they have not been asked. */
  choice: AnalyticsChoice | null;
}

const halfAYear = 182 * 24 * 60 * 60;
export const consentCookie = 'consent';

const defaultTagUrl = 'https://www.googletagmanager.com/gtag/js';

/** Hosts that the usual tag talks to; another loader talks to its own. */
const defaultTagHosts = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
];

export const tag = environment.ANALYTICS_TAG_ID
  ? { id: environment.ANALYTICS_TAG_ID, url: environment.ANALYTICS_TAG_URL ?? defaultTagUrl }
  : null;

/** Where pages may load the tag from and send to; nowhere if nothing measures. */
export const tagOrigins: string[] = !tag ? [] : tag.url === defaultTagUrl ? defaultTagHosts : [new URL(tag.url).origin];

/** What the visitor has said, in words that we wrote; anything else counts as not asked. */
export function choiceIn(cookies: string | null | undefined): AnalyticsChoice | null {
  const said = /(?:^|;\s*)consent=(yes|no)(?:;|$)/.exec(cookies ?? '')?.[1];
  return (said as AnalyticsChoice | undefined) ?? null;
}

export const analyticsConsentFor = (request: Request): AnalyticsConsent | null =>
  tag && { tag, choice: choiceIn(request.headers.get('cookie')) };

/** The headers that note a choice. A no also makes the browser forget what a tag has kept there. */
export function choiceHeaders(choice: AnalyticsChoice, request: Request): Headers {
  const secure = isHttps(request) ? '; Secure' : '';
  const headers = new Headers();
  headers.append('set-cookie', `${consentCookie}=${choice}; Max-Age=${halfAYear}; Path=/; SameSite=Lax${secure}`);
  if (choice === 'yes') return headers;
  const { hostname } = new URL(request.url);
  for (const name of tagCookies(request.headers.get('cookie') ?? ''))
    for (const domain of ['', `; Domain=${hostname}`])
      headers.append('set-cookie', `${name}=; Max-Age=0; Path=/${domain}`);
  return headers;
}

/** A tag sets a handful; the bound keeps the answer's headers small whatever a client sends. */
const maxTagCookies = 20;

/** Names of the cookies that a tag has set. Splitting is linear in the header's length, which a client chooses. */
function tagCookies(header: string): string[] {
  const names = header
    .split(';')
    .filter((pair) => pair.includes('='))
    .map((pair) => pair.slice(0, pair.indexOf('=')).trim())
    .filter((name) => /^_g[a-z][\w-]*$/.test(name));
  return [...new Set(names)].slice(0, maxTagCookies);
}
