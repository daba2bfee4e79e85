import type { Context, MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';

interface Options {
  isDevelopment: boolean;
  /** Origins besides our own that serve the API and its media. */
  apiOrigins: string[];
  /** Origins of profile pictures of people who signed in with another provider. */
  pictureOrigins: string[];
  /** Origins that the analytics tag is loaded from and sends to. */
  tagOrigins: string[];
  /** Origin that errors are reported to. */
  reportOrigin?: string | undefined;
}

/** A strict content policy: scripts and styles need this response's nonce, nothing may frame us. */
export function securityHeaders({
  isDevelopment,
  apiOrigins,
  pictureOrigins,
  tagOrigins,
  reportOrigin,
}: Options): MiddlewareHandler {
  const reports = reportOrigin ? [reportOrigin] : [];
  return secureHeaders({
    // Vite's development server injects plain <style> elements and listens on a web socket.
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...apiOrigins, ...pictureOrigins, ...tagOrigins],
      mediaSrc: ["'self'", 'blob:', ...apiOrigins],
      connectSrc: ["'self'", ...apiOrigins, ...reports, ...tagOrigins, ...(isDevelopment ? ['ws:'] : [])],
      // The session replay library packs its data in a worker made from a blob.
      ...(reportOrigin ? { workerSrc: ["'self'", 'blob:'] } : {}),
      styleSrc: ["'self'", isDevelopment ? "'unsafe-inline'" : NONCE],
      styleSrcAttr: ["'unsafe-inline'"],
      scriptSrc: ["'self'", NONCE, ...tagOrigins],
    },
    // The default, no-referrer, makes browsers send `Origin: null` with forms, and the origin check would refuse them.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: isDevelopment ? false : 'max-age=31536000; includeSubDomains',
  });
}

/** This response's nonce, made by the content policy above. */
export const nonceOf = (context: Context): string => context.get('secureHeadersNonce') ?? '';

/** Pages belong to the visitor who asked for them and carry links that expire, unless a page says otherwise. */
export const privateByDefault: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
};
