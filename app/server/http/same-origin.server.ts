import type { MiddlewareHandler } from 'hono';

const isSameOrigin = (request: Request) => {
  const origin = request.headers.get('origin');
  return Boolean(origin && URL.canParse(origin) && new URL(origin).host === new URL(request.url).host);
};

/**
 * Remix checks pages only; resource routes call this.
 * @throws Response 403
 */
export function requireSameOrigin(request: Request): void {
  if (!isSameOrigin(request)) throw new Response('This request came from another site.', { status: 403 });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export const rejectCrossOrigin: MiddlewareHandler = async (context, next) => {
  if (safeMethods.has(context.req.method) || isSameOrigin(context.req.raw)) return next();
  return context.text('This request came from another site. Go back and send the form from there.', 403);
};
