/**
 * A page to return to, as the address bar or a form gave it: kept only when it is a path on our own origin.
 * Browsers read `//host`, `/\host` and tabs or line ends inside as other origins, so the URL parser decides, not a pattern.
 */
export function safeRedirect(target: FormDataEntryValue | null | undefined, fallback = '/'): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return fallback;
  const base = 'http://own.invalid';
  if (!URL.canParse(target, base)) return fallback;
  const url = new URL(target, base);
  if (url.origin !== base) return fallback;
  const path = url.pathname + url.search + url.hash;
  // `/.//host` has our origin, but its normalised path would not when it is resolved again.
  return new URL(path, base).origin === base && !path.startsWith('//') ? path : fallback;
}

/** The path of a request's page, with its query: what a sign-in returns to. */
export function requestPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** The page a fetcher's request was sent from; resource routes are not pages to return to. */
export function refererPath(request: Request): string {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return '/';
  const url = new URL(referer);
  return url.host === new URL(request.url).host ? safeRedirect(url.pathname + url.search) : '/';
}
