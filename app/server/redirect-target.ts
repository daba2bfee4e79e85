import { paths } from '~/lib/paths';

/**
 * Same-origin paths only. Compares parsed URLs: browsers treat `//host`, `/\host`, embedded tabs and newlines
 * as other origins.
 */
export function safeRedirect(target: FormDataEntryValue | null | undefined, fallback = '/'): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return fallback;
  const base = 'http://own.invalid';
  if (!URL.canParse(target, base)) return fallback;
  const url = new URL(target, base);
  if (url.origin !== base) return fallback;
  const path = url.pathname + url.search + url.hash;
  // `/.//host` is same-origin; a browser reads its normalised path, `//host`, as another.
  return path.startsWith('//') ? fallback : path;
}

/** Where a login leads: to the page that asked for it, or else to the user's own. */
export const returnPage = (request: Request): string =>
  safeRedirect(new URL(request.url).searchParams.get('redirect'), paths.my());

/** Path and query. */
export function requestPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** Sender of a fetcher's request; `/` for other sites. */
export function refererPath(request: Request): string {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return '/';
  const url = new URL(referer);
  return url.host === new URL(request.url).host ? safeRedirect(url.pathname + url.search) : '/';
}
