import type { MiddlewareHandler } from 'hono';

import { attributionCookie, parseAttribution } from './attribution';

/** A middleware, so that redirects record the attribution, too. */
export const recordAttribution: MiddlewareHandler = async (context, next) => {
  await next();
  const record = parseAttribution(new URL(context.req.url).searchParams);
  if (record) context.header('set-cookie', attributionCookie(record), { append: true });
};
