import type { Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { lockEnabledEndpoint } from './lock-enabled-endpoint';
import { deliveriesOf, deliveryColumns, presentDeliveries } from './present-deliveries';

/** Its retry schedule starts over. */
export async function resendDelivery(
  deps: UserContext,
  { delivery_id }: { delivery_id: string },
): Promise<Output<'my_webhook_resend'>> {
  const { accountId, now } = deps;
  const own = await deliveriesOf(deps)
    .select('webhook_delivery.endpoint_id')
    .where('webhook_delivery.id', '=', delivery_id)
    .executeTakeFirst();
  const { endpoint_id } = orThrowNotFound(own);
  await consumeRateLimit(deps, limits.webhookSendsOfAccount, accountId);
  return inTransaction(deps.db, async (trx) => {
    const inside = { ...deps, db: trx };
    await lockEnabledEndpoint(inside, endpoint_id);
    await trx
      .updateTable('webhook_delivery')
      .set({ status: 'pending', round_attempts: 0, next_attempt_at: now() })
      .where('id', '=', delivery_id)
      .where('account_id', '=', accountId)
      .execute();
    await deps.jobs.add(trx, 'deliver_webhook', { delivery_id });
    const row = await deliveriesOf(inside)
      .select(deliveryColumns)
      .where('webhook_delivery.id', '=', delivery_id)
      .executeTakeFirst();
    const [delivery] = await presentDeliveries(inside, [orThrowNotFound(row)]);
    return delivery!;
  });
}
