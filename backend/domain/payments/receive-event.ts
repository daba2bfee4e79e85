import { uuidv7 } from 'uuidv7';
import { inTransaction } from '#backend/db/connect';
import { WebhookRefused, type DriverName } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { Deps } from '#backend/domain/context';

export interface Delivery {
  driver: string;
  body: string;
  headers: Headers;
}

/**
 * Takes a provider's message: checked, kept once under its key, looked into by a job. The provider gets its answer before
 * anything is asked of it in turn. A message that is forged or stale is refused and logged, without what it said.
 */
export async function receiveEvent(deps: Deps, { driver: name, body, headers }: Delivery): Promise<string> {
  const driver = deps.payments.providers.get(name as DriverName);
  if (!driver) throw new AppError('not_found');
  try {
    const event = await driver.parseWebhook(body, headers, deps.now());
    const isNew = await inTransaction(deps.db, async (trx) => {
      const row = { id: uuidv7(), provider: name, event_key: event.key, subject: JSON.stringify(event.subject) };
      const kept = await trx
        .insertInto('payment_event')
        .values({ ...row, received_at: deps.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (kept) await deps.jobs.add(trx, 'payment_event', { event_id: kept.id }, { priority: 0 });
      return kept !== undefined;
    });
    deps.log.info({ provider: name, event: event.key, isNew }, 'webhook taken');
    return event.reply ?? 'ok';
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    deps.log.warn({ provider: name, reason: error.message, bytes: body.length }, 'webhook refused');
    throw new AppError('invalid_input', { message: 'This message is not one we can believe.', cause: error });
  }
}
