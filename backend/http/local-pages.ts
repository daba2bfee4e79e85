import { Hono } from 'hono';
import type { AppContext } from '#backend/domain/context';
import type { Outbox } from '#backend/providers/mail/port';
import type { SandboxPage } from '#backend/providers/payments/port';
import type { Api, ApiEnv } from './api-env';
import { answerFailure } from './failures';
import { mountLocalFont } from './local-font';
import { mountOutbox } from './outbox';
import { mountSandbox } from './sandbox';

interface Options {
  outbox: Outbox;
  sandbox?: SandboxPage | undefined;
  api: Api;
}

export function localPages(deps: AppContext, { outbox, sandbox, api }: Options): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.onError((error, context) => answerFailure(error, context, deps.log));
  mountLocalFont(app);
  mountOutbox(app, outbox);
  if (sandbox) mountSandbox(app, deps, { sandbox, api });
  return app;
}
