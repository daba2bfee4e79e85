import type { AppContext } from '#backend/domain/context';
import { cancelAtPeriodEnd } from './manage-subscription';
import { cancellationMail } from './notify-owner';
import { runningSubscriptions, workOnSubscriptions } from './provider-round';
import type { SubscriptionRow } from './rows';

/**
 * The newest renews unless its owner cancels it; older ones end with their period. So do those of deleted accounts, whose
 * checkout may be paid after the deletion, and of suspended accounts, whose owners cannot log in to cancel.
 */
export async function cancelSurplusSubscriptions(deps: AppContext): Promise<void> {
  for (const [provider, driver] of deps.payments.providers) {
    const surplus = await runningSubscriptions(deps.db, provider)
      .where('cancel_at_period_end', '=', false)
      .where(({ or, not, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('subscription as newer')
              .select('newer.id')
              .whereRef('newer.account_id', '=', 'subscription.account_id')
              .whereRef('newer.id', '>', 'subscription.id')
              .where('newer.ended_at', 'is', null),
          ),
          not(
            exists(
              selectFrom('account')
                .select('account.id')
                .whereRef('account.id', '=', 'subscription.account_id')
                .where('account.suspended_at', 'is', null),
            ),
          ),
        ]),
      )
      .execute();
    const cancel = async (subscription: SubscriptionRow) => {
      const owned = { ...deps, accountId: subscription.account_id };
      const running = { subscription, driver, renewals: driver.subscriptions! };
      await cancelAtPeriodEnd(owned, running, await cancellationMail(owned, subscription));
    };
    await workOnSubscriptions(deps, surplus, cancel, 'surplus_subscription_cancel_failed');
  }
}
