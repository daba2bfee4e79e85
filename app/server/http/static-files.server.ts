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
    const { path, raw } = context.req;
    // The client's part may be of an earlier build. A server may always send the whole file (RFC 9110, 14.2).
    if (raw.headers.has('if-range')) raw.headers.delete('range');
    const file = path.includes('/.') ? undefined : await find(context, async () => {});
    if (!file) return next();
    file.headers.set('cache-control', cacheControl(path));
    file.headers.set('x-content-type-options', 'nosniff');
    return isUnchanged(context.req.raw.headers, file.headers, path) ? notModified(file) : file;
  };
}

/** RFC 9110, 13.1.3, for the very same time: an earlier build has older files. There are no entity tags. */
function isUnchanged(asked: Headers, headers: Headers, path: string): boolean {
  const since = asked.get('if-modified-since');
  // Images of containers may give the files of all builds one time.
  if (!since || asked.has('if-none-match') || neverCached.has(path)) return false;
  return since === headers.get('last-modified');
}

function notModified({ body, headers }: Response): Response {
  void body?.cancel();
  headers.delete('content-length');
  return new Response(null, { status: 304, headers });
}

function cacheControl(path: string): string {
  if (neverCached.has(path)) return 'no-cache';
  return path.startsWith('/assets/') ? immutable : oneHour;
}
