import { limitBody } from '#http/limit-body';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { receiveEvent } from '#backend/domain/payments/receive-event';
import type { DriverName } from '#backend/providers/payments/port';
import type { Api } from './api-env';
import { clientAddressOf } from './mount';

const maxBytes = 262_144;

/** Signatures cover the raw body. */
export function mountWebhooks(app: Api, deps: AppContext): void {
  app.post('/webhook/:driver', async (context) => {
    const driver = context.req.param('driver');
    if (!deps.payments.providers.has(driver as DriverName)) throw new AppError('not_found');
    await limitBody(context, { maxBytes, read: 'whole' });
    const body = await context.req.text();
    const { headers } = context.req.raw;
    const from = { ...deps, clientAddress: clientAddressOf(context) };
    return context.text(await receiveEvent(from, { driver, body, headers }));
  });
}
