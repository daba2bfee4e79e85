/**
 * Refuses what another site's page sends. Remix checks this for forms sent to pages; resource routes have to do it themselves.
 * @throws Response 403
 */
export function requireSameOrigin(request: Request): void {
  const origin = request.headers.get('origin');
  if (origin && URL.canParse(origin) && new URL(origin).host === new URL(request.url).host) return;
  throw new Response('This request came from another site.', { status: 403 });
}
