import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { requestId } from 'hono/request-id';
import type { AppContext } from '#backend/domain/context';
import type { Api, ApiEnv } from './api-env';
import { account } from './areas/account';
import { apiKeys } from './areas/api-keys';
import { batches } from './areas/batches';
import { credentials } from './areas/credentials';
import { credits } from './areas/credits';
import { faces } from './areas/faces';
import { library } from './areas/library';
import { moderation } from './areas/moderation';
import { payments } from './areas/payments';
import { preview } from './areas/preview';
import { exports } from './areas/exports';
import { feedback } from './areas/feedback';
import { identity } from './areas/identity';
import { passkeys } from './areas/passkeys';
import { recovery } from './areas/recovery';
import { secondStep } from './areas/second-step';
import { session } from './areas/session';
import { shares } from './areas/shares';
import { swaps } from './areas/swaps';
import { uploads } from './areas/uploads';
import { webhooks } from './areas/webhooks';
import { recordCall } from '#backend/metrics/calls';
import { inRequest } from '#backend/lib/request-context';
import { answerFailure } from './failures';
import { mountMedia } from './media';
import { mount } from './mount';
import { mountReference } from './reference';
import { relativeLinks } from './relative-links';
import { headersOfUploads, mountResumable } from './resumable';
import { mountSharedFile } from './shared-file';
import { pathBelowRoot, rejectUnknown } from './unknown-calls';
import { mountWebhooks } from './webhooks';

interface Options {
  mediaSecret: string;
  /** Absolute. */
  publicUrl: string;
  siteUrl: string;
  /** If links can be relative paths. */
  siteOrigin?: string | undefined;
  /** If a CDN serves media. */
  mediaUrl?: string | undefined;
}

/** Any origin is safe: calls use no cookies. */
const anyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT'],
  allowHeaders: [
    ...['authorization', 'content-type', 'idempotency-key', 'x-request-id'],
    ...['if-none-match', 'if-range', 'range'],
  ],
  exposeHeaders: ['content-range', 'etag', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id'],
  maxAge: 86_400,
});

const newRequestId = requestId({ limitLength: 64 });
/** The server that the API is mounted in has given the request its id, which it logs. */
const ownRequestId: MiddlewareHandler<ApiEnv> = (context, next) =>
  context.get('requestId') ? next() : newRequestId(context, next);

export function makeApi(deps: AppContext, { mediaSecret, publicUrl, siteUrl, siteOrigin, mediaUrl }: Options): Api {
  const app = new Hono<ApiEnv>();
  app.use(ownRequestId, async (context, next) => {
    const traceId = context.get('requestId');
    context.set('traceId', traceId);
    const started = performance.now();
    await inRequest(traceId, next);
    const { headers, status } = context.res;
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    headers.set('x-content-type-options', 'nosniff');
    const path = pathBelowRoot(context);
    const ms = Math.round(performance.now() - started);
    recordCall(path, status, ms);
    inRequest(traceId, () => deps.log.debug({ path, status, ms }, 'call_answered'));
  });
  app.onError((error, context) => answerFailure(error, context, deps.log));
  app.use((context, next) => (context.req.path.includes('/resumable/') ? next() : anyOrigin(context, next)));
  app.use('/resumable/*', headersOfUploads);
  app.use(relativeLinks(deps, siteOrigin));

  mount(app, deps, 'session', session);
  mount(app, deps, 'recovery', recovery);
  mount(app, deps, 'identity', identity);
  mount(app, deps, 'account', account);
  mount(app, deps, 'secondStep', secondStep);
  mount(app, deps, 'passkeys', passkeys);
  mount(app, deps, 'faces', faces);
  mount(app, deps, 'uploads', uploads);
  mount(app, deps, 'swaps', swaps);
  mount(app, deps, 'batches', batches);
  mount(app, deps, 'shares', shares);
  mount(app, deps, 'library', library);
  mount(app, deps, 'preview', preview);
  mount(app, deps, 'exports', exports);
  mount(app, deps, 'credentials', credentials);
  mount(app, deps, 'moderation', moderation);
  mount(app, deps, 'credits', credits);
  mount(app, deps, 'payments', payments);
  mountWebhooks(app, deps);
  mount(app, deps, 'feedback', feedback);
  mount(app, deps, 'apiKeys', apiKeys);
  mount(app, deps, 'webhooks', webhooks);
  mountMedia(app, deps, { secret: mediaSecret, isBehindCdn: mediaUrl !== undefined });
  mountSharedFile(app, deps);
  mountResumable(app, deps, mediaSecret);

  mountReference(app, { api: publicUrl, site: siteUrl });
  app.all('*', rejectUnknown(app));
  return app;
}
