import type { RequestHandler } from 'express';

import { attributionCookie, attributionIn } from '../../attribution';

/** Notes where a visitor came from as soon as an address says so: also where the answer leads elsewhere at once. */
export const noteAttribution: RequestHandler = (request, response, next) => {
  const record = attributionIn(new URL(request.originalUrl, 'http://own.invalid').searchParams);
  if (record) response.append('set-cookie', attributionCookie(record));
  next();
};
