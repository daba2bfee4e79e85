import type { AppContext } from '#backend/domain/context';
import { cancelAtPeriodEnd } from './manage-subscription';
import { runningSubscriptions, workOnSubscriptions } from './provider-round';

/** The newest renews; older ones end with their period. */
export async function cancelDuplicateSubscriptions(deps: AppContext): Promise<void> {
  for (const [provider, driver] of deps.payments.providers) {
    const duplicates = await runningSubscriptions(deps.db, provider)
      .where('cancel_at_period_end', '=', false)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('subscription as newer')
            .select('newer.id')
            .whereRef('newer.account_id', '=', 'subscription.account_id')
            .whereRef('newer.id', '>', 'subscription.id')
            .where('newer.ended_at', 'is', null)
            .where('newer.cancel_at_period_end', '=', false),
        ),
      )
      .execute();
    await workOnSubscriptions(
      deps,
      duplicates,
      (subscription) => {
        const owned = { ...deps, accountId: subscription.account_id };
        const running = { subscription, driver, renewals: driver.subscriptions! };
        return cancelAtPeriodEnd(owned, running, 'subscription_surplus');
      },
      'duplicate_subscription_cancel_failed',
    );
  }
}
