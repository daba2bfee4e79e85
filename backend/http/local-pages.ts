import { Hono } from 'hono';
import type { AppContext } from '#backend/domain/context';
import type { Outbox } from '#backend/providers/mail/port';
import type { SandboxPage } from '#backend/providers/payments/port';
import type { Api, ApiEnv } from './api-env';
import { answerFailure } from './failures';
import { mountOutbox } from './outbox';
import { mountSandbox } from './sandbox';

interface Options {
  outbox: Outbox;
  sandbox?: SandboxPage | undefined;
  /** Where the sandbox delivers its webhooks. */
  api: Api;
}

/** Pages below `/dev` that exist in local mode alone: mails that were kept, and the checkout of the test provider. */
export function localPages(deps: AppContext, { outbox, sandbox, api }: Options): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.onError((error, context) => answerFailure(error, context, deps.log));
  mountOutbox(app, outbox);
  if (sandbox) mountSandbox(app, deps, { sandbox, api });
  return app;
}
