import type { Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
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
    const endpoint = await trx
      .selectFrom('webhook_endpoint')
      .select('enabled')
      .where('id', '=', endpoint_id)
      .where('account_id', '=', accountId)
      .forKeyShare()
      .executeTakeFirst();
    assertEnabled(orThrowNotFound(endpoint));
    const [id] = await queueEvent(inside, { account_id: accountId, type: 'ping' }, [endpoint_id]);
    const row = await deliveriesOf(inside)
      .select(deliveryColumns)
      .where('webhook_delivery.id', '=', id!)
      .executeTakeFirstOrThrow();
    const [delivery] = await presentDeliveries(inside, [row]);
    return delivery!;
  });
}

export function assertEnabled({ enabled }: { enabled: boolean }): void {
  if (enabled) return;
  throw new AppError('conflict', { message: 'This endpoint is switched off. Switch it on first.' });
}
