import type { MiddlewareHandler } from 'hono';
import type { Storage } from '#backend/providers/storage/port';
import type { ApiEnv } from './api-env';

/** The same storage, whose links to `origin` are paths: a page resolves them by whichever name it was opened. */
function withRelativeLinks(storage: Storage, origin: string): Storage {
  const relative = (url: string) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  return {
    ...storage,
    linkToRead: (key, options) => relative(storage.linkToRead(key, options)),
    linkToWrite(key, options) {
      const link = storage.linkToWrite(key, options);
      return { ...link, url: relative(link.url) };
    },
    linkToResume: (key, options) => relative(storage.linkToResume(key, options)),
  };
}

/**
 * Answers `Prefer: relative-links` (RFC 7240) with paths instead of absolute addresses. The web tier asks for it, so that
 * its pages show media under each name the site has; all other clients get absolute addresses.
 */
export function relativeLinks(deps: { storage: Storage }, origin: string | undefined): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const preferences = context.req.header('prefer')?.split(',') ?? [];
    const prefersPaths = preferences.some((preference) => preference.trim() === 'relative-links');
    if (origin && prefersPaths) context.set('storage', withRelativeLinks(deps.storage, origin));
    await next();
  };
}
