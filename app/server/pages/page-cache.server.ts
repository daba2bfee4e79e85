import { randomBytes } from 'node:crypto';

import type { AppLoadContext } from '@remix-run/node';
import type { MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';

import { nonceOf } from '~/server/http/security-headers.server';
import { noteLocale } from '~/server/locale.server';
import { noncePage, type NoncePage } from './nonce-page.server';
import { sharedPageOf, type SharedPage } from './shared-page.server';

interface Options {
  /** Makes a page: Remix's own handler. */
  render: (request: Request, context: AppLoadContext) => Promise<Response>;
  context: () => AppLoadContext;
  /** Addresses of the site; pages asked for by another name are not kept. */
  origins: readonly string[];
  now?: () => number;
}

/** How long a page is shown that may have changed, such as prices. A new build is a new process, which starts without any. */
const lifetimeMs = 60_000;

/**
 * Answers pages that everybody shares without making them anew. They are made in nobody's name, from a request that has
 * nothing of the visitor's in it, and each answer gets its own nonce. Everything else passes.
 */
export function cachePages({ render, context, origins, now = Date.now }: Options): MiddlewareHandler {
  const kept = new Map<string, { page: Promise<NoncePage | undefined>; until: number }>();

  function pageFor({ key, request }: SharedPage): Promise<NoncePage | undefined> {
    const known = kept.get(key);
    if (known && known.until > now()) return known.page;
    const page = make(request).catch(() => undefined);
    kept.set(key, { page, until: now() + lifetimeMs });
    void page.then((made) => made ?? kept.delete(key));
    return page;
  }

  async function make(request: Request): Promise<NoncePage | undefined> {
    const placeholder = `nonce-${randomBytes(16).toString('hex')}`;
    const response = await render(request, { ...context(), cspNonce: placeholder });
    const isShared = response.status === 200 && response.headers.getSetCookie().length === 0;
    return isShared ? noncePage(await response.text(), placeholder) : undefined;
  }

  return async (context, next) => {
    const { method, headers, url } = context.req.raw;
    const { origin, pathname, search } = new URL(url);
    const visit = { method, url: pathname + search, origin, headers };
    const shared = origins.includes(origin) && (await sharedPageOf(visit));
    const page = shared && (await pageFor(shared));
    if (!page) return next();

    const locale = noteLocale(context.req.raw);
    if (locale) context.header('set-cookie', locale, { append: true });
    context.header('content-type', 'text/html; charset=utf-8');
    context.header('vary', 'Accept-Encoding');
    const nonce = nonceOf(context);
    const supports = ['gzip', 'identity'];
    const encoding = accepts(context, { header: 'Accept-Encoding', supports, default: 'identity' });
    if (encoding !== 'gzip') return context.body(bytesOf(page.plain(nonce)));
    const body = page.gzipped(nonce);
    context.header('content-encoding', 'gzip');
    return context.body(bytesOf(body));
  };
}

const bytesOf = (buffer: Buffer) => buffer as Uint8Array<ArrayBuffer>;
