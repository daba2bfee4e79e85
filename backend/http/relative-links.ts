import type { MiddlewareHandler } from 'hono';
import type { Storage } from '#backend/providers/storage/port';
import type { ApiEnv } from './api-env';

/** Paths work under every name of the site. */
function withRelativeLinks(storage: Storage, origin: string): Storage {
  const relative = (url: string) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  return {
    ...storage,
    linkToRead: (key, options) => relative(storage.linkToRead(key, options)),
    linkToShared: (token, file) => relative(storage.linkToShared(token, file)),
    linkToWrite(key, options) {
      const link = storage.linkToWrite(key, options);
      return { ...link, url: relative(link.url) };
    },
    linkToResume: (key, options) => relative(storage.linkToResume(key, options)),
  };
}

/** `Prefer: relative-links` (RFC 7240), sent by the web tier. */
export function relativeLinks(deps: { storage: Storage }, origin: string | undefined): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const preferences = context.req.header('prefer')?.split(',') ?? [];
    const prefersPaths = preferences.some((preference) => preference.trim() === 'relative-links');
    if (origin && prefersPaths) context.set('storage', withRelativeLinks(deps.storage, origin));
    await next();
  };
}
