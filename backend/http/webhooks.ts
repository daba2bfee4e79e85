import type { Deps } from '../domain/context';
import { receiveEvent } from '../domain/payments/receive-event';
import { AppError } from '../domain/app-error';
import type { Api } from './api-env';

const maxBytes = 262_144;

/** Where providers send their messages: the raw body, since that is what they sign. */
export function mountWebhooks(app: Api, deps: Deps): void {
  app.post('/webhook/:driver', async (context) => {
    const body = await context.req.text();
    if (body.length > maxBytes) throw new AppError('too_large');
    const { headers } = context.req.raw;
    return context.text(await receiveEvent(deps, { driver: context.req.param('driver'), body, headers }));
  });
}
