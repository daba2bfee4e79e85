import { redirect } from '@remix-run/node';
import { z } from 'zod/v4';

import { isExternal, parseRedirectRules, type RedirectRule } from '#shared/redirect-rules';
import { paths } from '~/lib/paths';

export const redirectRules = z.string().transform((text, context) => {
  try {
    return parseRedirectRules(text);
  } catch (error) {
    context.issues.push({ code: 'custom', input: text, message: (error as Error).message });
    return z.NEVER;
  }
});

/** @throws Error for an external target without `external: true` */
export function redirectTo(target: string, { external = false, status = 302 } = {}): Response {
  if (isExternal(target) && !external) {
    throw new Error(`Navigating to ${target} leaves the site, which takes { external: true }.`);
  }
  return redirect(target, status);
}

/** `/old/*` matches everything below; the rest replaces `*` in `to`. */
export function redirectByRule(request: Request, rules: readonly RedirectRule[]): Response | undefined {
  const { pathname, search } = new URL(request.url);
  for (const { from, to, status, external } of rules) {
    const rest = matchPath(from, pathname);
    if (rest === undefined) continue;
    const target = to.replace('*', () => rest); // a text with `$` would be read as a pattern
    const [, address, anchor] = /^([^#]*)(.*)$/.exec(target)!;
    return redirectTo(address!.includes('?') ? target : address! + search + anchor!, { external, status });
  }
  return undefined;
}

/** The addresses of the pages, as they are written: the router also takes capitals and slashes at the end. */
const pagePaths = new Set(
  Object.values(paths)
    .filter((path) => typeof path === 'function')
    .map((path) => (path as () => string)().replace(/[?#].*/, '')),
);

/** A page has one address, by which search engines, headers and links know it. */
export function redirectToOwnPath({ method, url }: Request): Response | undefined {
  const { pathname, search } = new URL(url);
  const own = pathname.toLowerCase().replace(/\/+$/, '');
  if ((method !== 'GET' && method !== 'HEAD') || own === pathname || !pagePaths.has(own)) return undefined;
  return redirectTo(own + search, { status: 301 });
}

function matchPath(from: string, path: string): string | undefined {
  if (!from.endsWith('/*')) return path === from ? '' : undefined;
  const folder = from.slice(0, -1);
  // `//host` would be another site.
  return path.startsWith(folder) ? path.slice(folder.length).replace(/^\/+/, '') : undefined;
}
