import type { MiddlewareHandler } from 'hono';

import { paths } from '~/lib/paths';

const pages = new Set([paths.shared(), `${paths.shared()}.data`]);

/**
 * No search engine, cache, or referrer for other sites. `no-referrer` would fail the own forms' origin check.
 */
export const sharedPageHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  if (!pages.has(context.req.path)) return;
  const { headers } = context.res;
  headers.set('cache-control', 'private, no-store');
  headers.set('referrer-policy', 'same-origin');
  headers.set('x-robots-tag', 'noindex, noarchive');
};
