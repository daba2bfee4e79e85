import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';

const immutable = 'public, max-age=31536000, immutable';
const oneHour = 'public, max-age=3600';

/** A cached copy would hide a new build. */
const neverCached = new Set(['/service-worker.js', '/builds/latest.json']);

/** Hashed names never change. */
export function staticFiles(folder: string): MiddlewareHandler {
  const find = serveStatic({ root: folder, precompressed: true });
  return async (context, next) => {
    const { path } = context.req;
    const file = path.includes('/.') ? undefined : await find(context, async () => {});
    if (!file) return next();
    file.headers.set('cache-control', cacheControl(path));
    file.headers.set('x-content-type-options', 'nosniff');
    return file;
  };
}

function cacheControl(path: string): string {
  if (neverCached.has(path)) return 'no-cache';
  return path.startsWith('/assets/') ? immutable : oneHour;
}
