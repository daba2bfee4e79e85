import { parse, serialize } from 'hono/utils/cookie';

import { environment } from '~/server/environment.server';
import { isHttps } from '~/server/session.server';

export type AnalyticsChoice = 'yes' | 'no';

/** Null if analytics is not configured. */
export interface AnalyticsConsent {
  tag: { id: string; url: string };
  /** Null before a choice. */
  choice: AnalyticsChoice | null;
}

const halfAYear = 182 * 24 * 60 * 60;
export const consentCookie = 'consent';

const defaultTagUrl = 'https://www.googletagmanager.com/gtag/js';

/** Custom tags use their own origin. */
const defaultTagHosts = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
];

const tag = environment.ANALYTICS_TAG_ID
  ? { id: environment.ANALYTICS_TAG_ID, url: environment.ANALYTICS_TAG_URL ?? defaultTagUrl }
  : null;

/** For the CSP. */
export const tagOrigins: string[] = !tag ? [] : tag.url === defaultTagUrl ? defaultTagHosts : [new URL(tag.url).origin];

/** Anything but `yes` or `no` is null. */
export function choiceIn(cookies: string | null | undefined): AnalyticsChoice | null {
  const { consent } = parse(cookies ?? '', consentCookie);
  return consent === 'yes' || consent === 'no' ? consent : null;
}

export const analyticsConsentFor = (request: Request): AnalyticsConsent | null =>
  tag && { tag, choice: choiceIn(request.headers.get('cookie')) };

/** A refusal expires the tag's cookies. */
export function choiceHeaders(choice: AnalyticsChoice, request: Request): Headers {
  const headers = new Headers();
  const options = { maxAge: halfAYear, path: '/', sameSite: 'Lax', secure: isHttps(request) } as const;
  headers.append('set-cookie', serialize(consentCookie, choice, options));
  if (choice === 'yes') return headers;
  const { hostname } = new URL(request.url);
  for (const name of tagCookies(request.headers.get('cookie') ?? ''))
    for (const domain of ['', ...domainsOf(hostname).map((one) => `; Domain=${one}`)])
      headers.append('set-cookie', `${name}=; Max-Age=0; Path=/${domain}`);
  return headers;
}

/** Bound response headers against any client. */
const maxTagCookies = 20;
const maxDomains = 4;

/** The tag's cookies are of the highest domain that the browser accepts: it ignores headers for a public suffix. */
function domainsOf(hostname: string): string[] {
  const labels = hostname.split('.');
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  return domains.slice(-maxDomains);
}

/** Linear: the client controls the header's length. */
function tagCookies(header: string): string[] {
  const names = header
    .split(';')
    .filter((pair) => pair.includes('='))
    .map((pair) => pair.slice(0, pair.indexOf('=')).trim())
    .filter((name) => /^_g[a-z][\w-]*$/.test(name));
  return [...new Set(names)].slice(0, maxTagCookies);
}
