import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { NONCE, secureHeaders } from 'hono/secure-headers';

import { sessionCookie } from '~/server/session.server';

interface Options {
  isDevelopment: boolean;
  apiOrigins: string[];
  /** Other providers' profile pictures. */
  pictureOrigins: string[];
  tagOrigins: string[];
  reportOrigin?: string | undefined;
}

/** Scripts and styles need the nonce. */
export function securityHeaders({
  isDevelopment,
  apiOrigins,
  pictureOrigins,
  tagOrigins,
  reportOrigin,
}: Options): MiddlewareHandler {
  const reports = reportOrigin ? [reportOrigin] : [];
  return secureHeaders({
    // Vite's development server injects <style> and uses a web socket.
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      // Chromium also applies it to redirects of forms: the form of a list leads to the zip file.
      formAction: ["'self'", ...apiOrigins],
      imgSrc: ["'self'", 'data:', 'blob:', ...apiOrigins, ...pictureOrigins, ...tagOrigins],
      mediaSrc: ["'self'", 'blob:', ...apiOrigins],
      connectSrc: ["'self'", ...apiOrigins, ...reports, ...tagOrigins, ...(isDevelopment ? ['ws:'] : [])],
      // Session replay compresses in a blob worker.
      ...(reportOrigin ? { workerSrc: ["'self'", 'blob:'] } : {}),
      styleSrc: ["'self'", isDevelopment ? "'unsafe-inline'" : NONCE],
      styleSrcAttr: ["'unsafe-inline'"],
      scriptSrc: ["'self'", NONCE, ...tagOrigins],
    },
    // With no-referrer, forms send `Origin: null` and fail the origin check.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: isDevelopment ? false : 'max-age=31536000; includeSubDomains',
  });
}

export const nonceOf = (context: Context): string => context.get('secureHeadersNonce') ?? '';

/**
 * Pages are personal and contain expiring links. The browser's history shows a document again without asking, unless it may
 * not store it: after the log-out, too.
 */
export const privateByDefault: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  if (headers.has('cache-control')) return;
  const isDocument = headers.get('content-type')?.startsWith('text/html');
  const hasSession = getCookie(context, sessionCookie) !== undefined;
  headers.set('cache-control', isDocument && hasSession ? 'private, no-store' : 'private, no-cache');
};
