import type { MiddlewareHandler } from 'hono';

import { attributionCookie, attributionIn } from './attribution';

/** Notes where a visitor came from as soon as an address says so: also where the answer leads elsewhere at once. */
export const noteAttribution: MiddlewareHandler = async (context, next) => {
  await next();
  const record = attributionIn(new URL(context.req.url).searchParams);
  if (record) context.header('set-cookie', attributionCookie(record), { append: true });
};
