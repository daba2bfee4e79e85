import type { RequestHandler } from 'express';

/**
 * Refuses what another site's page sends. Remix checks this for forms sent to pages; resource routes have to do it themselves.
 * @throws Response 403
 */
export function requireSameOrigin(request: Request): void {
  const origin = request.headers.get('origin');
  if (origin && URL.canParse(origin) && new URL(origin).host === new URL(request.url).host) return;
  throw new Response('This request came from another site.', { status: 403 });
}

const changesNothing = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses whatever another site's page sends to any of ours, before a route sees it. */
export const refuseOtherSites: RequestHandler = (request, response, next) => {
  if (changesNothing.has(request.method)) return next();
  const { origin } = request.headers;
  const host = request.get('x-forwarded-host')?.split(',')[0]?.trim() ?? request.get('host');
  if (origin && URL.canParse(origin) && new URL(origin).host === host) return next();
  response.status(403).type('text').send('This request came from another site. Go back and send the form from there.');
};
