import type { AppContext } from '#backend/domain/context';
import { driverOf } from './payment-config';
import { cancelAtPeriodEnd } from './manage-subscription';

/** The newest renews; older ones end with their period. */
export async function cancelDuplicateSubscriptions(deps: AppContext): Promise<void> {
  const duplicates = await deps.db
    .selectFrom('subscription as older')
    .selectAll('older')
    .where('older.ended_at', 'is', null)
    .where('older.cancel_at_period_end', '=', false)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('subscription as newer')
          .select('newer.id')
          .whereRef('newer.account_id', '=', 'older.account_id')
          .whereRef('newer.id', '>', 'older.id')
          .where('newer.ended_at', 'is', null)
          .where('newer.cancel_at_period_end', '=', false),
      ),
    )
    .limit(100)
    .execute();
  for (const subscription of duplicates) {
    const driver = driverOf(deps.payments, subscription.provider);
    const owned = { ...deps, accountId: subscription.account_id };
    const running = { subscription, driver, renewals: driver.subscriptions! };
    await cancelAtPeriodEnd(owned, running, 'subscription_surplus').catch((err: unknown) =>
      deps.log.warn({ subscriptionId: subscription.id, err }, 'duplicate_subscription_cancel_failed'),
    );
  }
}
