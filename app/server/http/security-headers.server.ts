import type { IncomingMessage, ServerResponse } from 'node:http';

import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

interface Options {
  isDevelopment: boolean;
  /** Origins besides our own that serve the API and its media. */
  apiOrigins: string[];
  /** Where people's pictures are, of those who signed in elsewhere. */
  pictureOrigins: string[];
  /** Where what counts visits comes from and sends to, if anything does. */
  tagOrigins: string[];
  /** Where faults are reported, if they are. */
  reportOrigin?: string | undefined;
}

/** A strict content policy: scripts and styles need this response's nonce, nothing may frame us. */
export function securityHeaders({
  isDevelopment,
  apiOrigins,
  pictureOrigins,
  tagOrigins,
  reportOrigin,
}: Options): RequestHandler {
  const nonce = (_request: IncomingMessage, response: ServerResponse) =>
    `'nonce-${(response as Response).locals.cspNonce}'`;
  const reports = reportOrigin ? [reportOrigin] : [];
  return helmet({
    // Vite's development server injects plain <style> elements and listens on a web socket.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...apiOrigins, ...pictureOrigins, ...tagOrigins],
        mediaSrc: ["'self'", 'blob:', ...apiOrigins],
        connectSrc: ["'self'", ...apiOrigins, ...reports, ...tagOrigins, ...(isDevelopment ? ['ws:'] : [])],
        // Replays are packed in a worker, which the library makes of a text of its own.
        ...(reportOrigin ? { workerSrc: ["'self'", 'blob:'] } : {}),
        styleSrc: ["'self'", isDevelopment ? "'unsafe-inline'" : nonce],
        styleSrcAttr: ["'unsafe-inline'"],
        scriptSrc: ["'self'", nonce, ...tagOrigins],
      },
    },
    crossOriginEmbedderPolicy: false,
    // The default, no-referrer, makes browsers send `Origin: null` with forms, and the origin check would refuse them.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: !isDevelopment,
  });
}
