import type { Deps } from '#backend/domain/context';
import { driverOf } from './payment-config';
import { cancel } from './manage-subscription';

/**
 * Whoever pays for a subscription in two windows has two. Both periods are theirs; then the newer one goes on, and each
 * older one ends.
 */
export async function endSurplusSubscriptions(deps: Deps): Promise<void> {
  const surplus = await deps.db
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
  for (const subscription of surplus) {
    const driver = driverOf(deps.payments, subscription.provider);
    const owned = { ...deps, accountId: subscription.account_id };
    const it = { subscription, driver, renewals: driver.subscriptions! };
    await cancel(owned, it, 'subscription_surplus').catch((error: unknown) =>
      deps.log.warn(
        { subscriptionId: subscription.id, reason: (error as Error).message },
        'one subscription too many could not be ended now',
      ),
    );
  }
}
