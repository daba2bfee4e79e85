import type { MiddlewareHandler } from 'hono';

import { attributionCookie, parseAttribution } from './attribution';

/** Notes where a visitor came from as soon as an address says so: also where the answer leads elsewhere at once. */
export const recordAttribution: MiddlewareHandler = async (context, next) => {
  await next();
  const record = parseAttribution(new URL(context.req.url).searchParams);
  if (record) context.header('set-cookie', attributionCookie(record), { append: true });
};
