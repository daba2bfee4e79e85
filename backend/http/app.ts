import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { openApiDocument } from '#contract/openapi';
import { AppError } from '../domain/app-error';
import type { Deps } from '../domain/context';
import type { Api, ApiEnv } from './api-env';
import { account } from './areas/account';
import { apiKeys } from './areas/api-keys';
import { credits } from './areas/credits';
import { faces } from './areas/faces';
import { payments } from './areas/payments';
import { preview } from './areas/preview';
import { feedback } from './areas/feedback';
import { identity } from './areas/identity';
import { recovery } from './areas/recovery';
import { session } from './areas/session';
import { swaps } from './areas/swaps';
import { uploads } from './areas/uploads';
import { noteCall } from '../metrics/calls';
import { inRequest } from '../request-context';
import type { Outbox } from '../providers/mail/port';
import type { SandboxPage } from '../providers/payments/port';
import { answerFailure } from './failures';
import { reportHealth } from './health';
import { mountMedia } from './media';
import { mount } from './mount';
import { mountOutbox } from './outbox';
import { readableContract } from './readable';
import { mountResumable } from './resumable';
import { mountSandbox } from './sandbox';
import { mountWebhooks } from './webhooks';

interface Options {
  mediaSecret: string;
  /** Where the API is reached, for its own description. */
  publicUrl: string;
  /** Origin of the web application when it is not ours: its pages may send and show media. */
  webOrigin?: string | undefined;
  /** In local mode: the contract as a page to read, the mails that were kept, the checkout of the test provider. */
  local?: { outbox: Outbox; sandbox?: SandboxPage | undefined } | undefined;
}

/** The API as one fetch function: every area mounted, media, and what tells about itself. */
export function makeApi(deps: Deps, { mediaSecret, publicUrl, webOrigin, local }: Options): Api {
  const app = new Hono<ApiEnv>();
  app.use(async (context, next) => {
    const given = context.req.header('x-request-id') ?? '';
    const traceId = /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
    context.set('traceId', traceId);
    const started = performance.now();
    await inRequest(traceId, next);
    context.header('x-request-id', traceId);
    const { status } = context.res;
    const ms = Math.round(performance.now() - started);
    noteCall(context.req.path, status, ms);
    inRequest(traceId, () => deps.log.debug({ path: context.req.path, status, ms }, 'call'));
  });
  app.onError((error, context) => answerFailure(error, context, deps.log));
  app.notFound((context) => answerFailure(new AppError('no_such_call'), context, deps.log));

  mount(app, deps, 'session', session);
  mount(app, deps, 'recovery', recovery);
  mount(app, deps, 'identity', identity);
  mount(app, deps, 'account', account);
  mount(app, deps, 'faces', faces);
  mount(app, deps, 'uploads', uploads);
  mount(app, deps, 'swaps', swaps);
  mount(app, deps, 'preview', preview);
  mount(app, deps, 'credits', credits);
  mount(app, deps, 'payments', payments);
  mountWebhooks(app, deps);
  mount(app, deps, 'feedback', feedback);
  mount(app, deps, 'apiKeys', apiKeys);
  if (webOrigin) app.use('/media/*', cors({ origin: webOrigin, allowMethods: ['GET', 'HEAD', 'PUT'] }));
  mountMedia(app, deps, mediaSecret);
  mountResumable(app, deps, { secret: mediaSecret, webOrigin });

  app.get('/openapi.json', (context) => context.json(openApiDocument(publicUrl)));
  if (local) {
    app.get('/docs', (context) => context.html(readableContract()));
    mountOutbox(app, local.outbox);
    if (local.sandbox) mountSandbox(app, deps, local.sandbox);
  }
  for (const path of ['/healthz', '/readyz']) {
    app.get(path, async (context) => {
      const health = await reportHealth(deps);
      return context.json(health, health.ok ? 200 : 503);
    });
  }
  return app;
}
