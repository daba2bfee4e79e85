import type { Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { lockEnabledEndpoint } from './lock-enabled-endpoint';
import { deliveriesOf, deliveryColumns, presentDeliveries } from './present-deliveries';
import { queueEvent } from './queue-event';

export async function pingEndpoint(
  deps: UserContext,
  { endpoint_id }: { endpoint_id: string },
): Promise<Output<'my_webhook_ping'>> {
  const { accountId } = deps;
  await consumeRateLimit(deps, limits.webhookSendsOfAccount, accountId);
  return inTransaction(deps.db, async (trx) => {
    const inside = { ...deps, db: trx };
    await lockEnabledEndpoint(inside, endpoint_id);
    const [id] = await queueEvent(inside, { account_id: accountId, type: 'ping' }, [endpoint_id]);
    const row = await deliveriesOf(inside)
      .select(deliveryColumns)
      .where('webhook_delivery.id', '=', id!)
      .executeTakeFirstOrThrow();
    const [delivery] = await presentDeliveries(inside, [row]);
    return delivery!;
  });
}
