import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { Histogram } from 'prom-client';

import type { HttpEnv } from './env';

const durations = new Histogram({
  name: 'faceswap_http_request_duration_seconds',
  help: 'Requests to the HTTP server, by kind of address.',
  labelNames: ['kind', 'method', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
});

/** As nginx logs it: no client received the answer, so its status says nothing about the server. */
const clientClosed = 499;

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Without the query, which may contain secrets. */
export function requestLog(log: Logger): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const started = performance.now();
    const requestId = context.get('requestId');
    await next();
    context.res.headers.set('x-request-id', requestId);
    const { path, method } = context.req;
    const status = context.req.raw.signal.aborted ? clientClosed : context.res.status;
    const ms = Math.round(performance.now() - started);
    const label = methods.has(method) ? method : 'other';
    durations.observe({ kind: kindOf(path), method: label, status }, ms / 1000);
    const line = { requestId, method, path, status, ms };
    if (status === 503) log.warn(line, 'request');
    else if (status >= 500) log.error(line, 'request');
    else log.info(line, 'request');
  };
}

/** Low cardinality. */
function kindOf(path: string): 'api' | 'data' | 'file' | 'page' {
  if (path.startsWith('/api/')) return 'api';
  if (path.endsWith('.data')) return 'data';
  return /\.\w+$/.test(path) && path !== '/index.html' ? 'file' : 'page';
}
