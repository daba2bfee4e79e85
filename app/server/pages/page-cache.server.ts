import { randomBytes } from 'node:crypto';

import type { AppLoadContext } from '@remix-run/node';
import type { MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { nonceOf } from '~/server/http/security-headers.server';
import { localeHeader } from '~/server/locale.server';
import { sharedPageOf, type SharedPage } from './shared-page.server';

interface Options {
  /** Remix's handler. */
  render: (request: Request, context: AppLoadContext) => Promise<Response>;
  context: () => AppLoadContext;
  /** Pages of other hosts are not cached. */
  origins: readonly string[];
  now?: () => number;
}

/** How long prices, for example, may be out of date. */
const lifetimeMs = 60_000;

/** A placeholder stands for the CSP nonce. */
interface CachedPage {
  html: string;
  placeholder: string;
  status: ContentfulStatusCode;
  /** Of a failure. */
  retryAfter: string | null;
}

/**
 * Caches pages that are equal for all visitors who are not signed in, rendered without the visitor's data.
 * Each response gets its own CSP nonce.
 */
export function cachePages({ render, context, origins, now = () => performance.now() }: Options): MiddlewareHandler {
  const kept = new Map<string, { page: Promise<CachedPage | undefined>; until: number }>();

  function pageFor({ key, request }: SharedPage): Promise<CachedPage | undefined> {
    const known = kept.get(key);
    if (known && known.until > now()) return known.page;
    const page = make(request).catch(() => undefined);
    kept.set(key, { page, until: now() + lifetimeMs });
    void page.then((made) => made?.status === 200 || kept.delete(key));
    return page;
  }

  async function make(request: Request): Promise<CachedPage | undefined> {
    const placeholder = `nonce-${randomBytes(16).toString('hex')}`;
    const response = await render(request, { ...context(), cspNonce: placeholder });
    const status = response.status as ContentfulStatusCode;
    // A failure took all the retries: all who wait for it get it, instead of one after the other trying again.
    const isShared = (status === 200 || status >= 500) && response.headers.getSetCookie().length === 0;
    if (!isShared) return undefined;
    return { html: await response.text(), placeholder, status, retryAfter: response.headers.get('retry-after') };
  }

  return async (context, next) => {
    const { method, headers, url } = context.req.raw;
    const { origin, pathname, search } = new URL(url);
    const visit = { method, url: pathname + search, origin, headers };
    const shared = origins.includes(origin) && (await sharedPageOf(visit));
    const page = shared && (await pageFor(shared));
    if (!page) return next();

    const locale = localeHeader(context.req.raw);
    if (locale) context.header('set-cookie', locale, { append: true });
    if (page.retryAfter) context.header('retry-after', page.retryAfter);
    return context.html(page.html.replaceAll(page.placeholder, nonceOf(context)), page.status);
  };
}
