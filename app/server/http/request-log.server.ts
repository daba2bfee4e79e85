import { randomUUID } from 'node:crypto';

import type { RequestHandler } from 'express';

import { log } from '../log.server';

const wellFormed = /^[\w.-]{8,64}$/;

/** Gives every request an id, taken over from a proxy before us, and logs it once it is answered, without its query. */
export const requestLog: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  const requestId = given && wellFormed.test(given) ? given : randomUUID();
  const started = performance.now();
  const { method, path } = request;
  response.locals.requestId = requestId;
  request.headers['x-request-id'] = requestId;
  response.setHeader('x-request-id', requestId);
  response.once('close', () => {
    const line = { requestId, method, path, status: response.statusCode, ms: Math.round(performance.now() - started) };
    if (response.statusCode >= 500) log.error(line, 'request');
    else log.info(line, 'request');
  });
  next();
};
