import type { RequestHandler } from 'express';
import { Histogram } from 'prom-client';

const durations = new Histogram({
  name: 'faceswap_http_request_duration_seconds',
  help: 'Requests to the web server, by what was asked for.',
  labelNames: ['kind', 'method', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
});

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts every request once it is answered. There are few labels, whatever is asked for. */
export const countRequests: RequestHandler = (request, response, next) => {
  const end = durations.startTimer();
  const { path, method } = request;
  response.once('close', () =>
    end({ kind: kindOf(path), method: methods.has(method) ? method : 'other', status: response.statusCode }),
  );
  next();
};

function kindOf(path: string): 'api' | 'data' | 'file' | 'page' {
  if (path.startsWith('/api/')) return 'api';
  if (path.endsWith('.data')) return 'data';
  return /\.\w+$/.test(path) && path !== '/index.html' ? 'file' : 'page';
}
