import { randomBytes } from 'node:crypto';

import type { AppLoadContext } from '@remix-run/node';
import type { Request as ExpressRequest, RequestHandler } from 'express';

import { noteLocale } from '../locale.server';
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
export function cachePages({ render, context, origins, now = Date.now }: Options): RequestHandler {
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

  return async (request, response, next) => {
    const origin = originOf(request);
    const shared = origins.includes(origin) && (await sharedPageOf({ ...visitOf(request), origin }));
    const page = shared && (await pageFor(shared));
    if (!page) return next();

    const locale = noteLocale(new Request(origin, { headers: { cookie: request.headers.cookie ?? '' } }));
    if (locale) response.append('set-cookie', locale);
    response.type('html').vary('Accept-Encoding');
    const nonce = response.locals.cspNonce as string;
    // Whoever takes no gzip gets it as it is, for the next in line to compress.
    if (!request.acceptsEncodings('gzip')) return void response.end(page.plain(nonce));
    const body = page.gzipped(nonce);
    response.setHeader('content-encoding', 'gzip').setHeader('content-length', body.length);
    response.end(body);
  };
}

const visitOf = ({ method, originalUrl, headers }: ExpressRequest) => ({ method, url: originalUrl, headers });

/** The site's address as Remix reads it out of a request. */
function originOf(request: ExpressRequest): string {
  const host = request.get('x-forwarded-host')?.split(',')[0]?.trim() ?? request.get('host');
  return `${request.protocol}://${host}`;
}
