import { uuidv7 } from 'uuidv7';
import { inTransaction } from '#backend/db/connect';
import { ProviderUnavailable, WebhookRefused, type DriverName } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { consumeRateLimit, limits, networkKey } from '#backend/domain/limits';

export interface Delivery {
  driver: string;
  body: string;
  headers: Headers;
}

/**
 * Stores each event once. A refused one is logged without its content, and counted before it is checked.
 * @returns the provider's expected reply
 */
export async function receiveEvent(deps: AppContext, { driver: name, body, headers }: Delivery): Promise<string> {
  const driver = deps.payments.providers.get(name as DriverName);
  if (!driver) throw new AppError('not_found');
  const network = networkKey(deps);
  await consumeRateLimit(deps, limits.refusedEventFromAddress, network);
  try {
    const event = await driver.parseWebhook(body, headers, deps.now());
    if (network) await deps.limits.refund(limits.refusedEventFromAddress, network);
    const isNew = await inTransaction(deps.db, async (trx) => {
      const row = { id: uuidv7(), provider: name, event_key: event.key, subject: JSON.stringify(event.subject) };
      const inserted = await trx
        .insertInto('payment_event')
        .values({ ...row, received_at: deps.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (inserted) await deps.jobs.add(trx, 'payment_event', { event_id: inserted.id }, { priority: 0 });
      return inserted !== undefined;
    });
    deps.log.info({ provider: name, event: event.key, isNew }, 'payment_webhook_received');
    return event.reply ?? 'ok';
  } catch (error) {
    // The provider delivers again.
    if (error instanceof ProviderUnavailable) throw new AppError('unavailable', { cause: error });
    if (!(error instanceof WebhookRefused)) throw error;
    deps.log.warn({ provider: name, reason: error.message, bytes: body.length }, 'payment_webhook_refused');
    throw new AppError('invalid_input', { message: 'Invalid webhook signature.', cause: error });
  }
}
