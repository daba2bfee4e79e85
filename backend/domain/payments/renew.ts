import { daysFrom, type Deps } from '#backend/domain/context';
import { chargeRenewal } from './charge-renewal';
import { endSubscription } from './end-subscription';
import { driverOf } from './payment-config';
import type { SubscriptionRow } from './rows';
import { settle } from './sync-payment';

/** How long a provider may take with a renewal before the period counts as the last one. */
const graceDays = 7;

/** Looks after every subscription whose period is over. */
export async function renewDueSubscriptions(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('subscription')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('period_end', '<=', deps.now())
    .where((eb) => eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', deps.now())]))
    .orderBy('period_end')
    .limit(100)
    .execute();
  for (const subscription of due) {
    await renew(deps, subscription).catch((error: unknown) =>
      deps.log.warn(
        { subscriptionId: subscription.id, reason: (error as Error).message },
        'a subscription could not be renewed now',
      ),
    );
  }
}

/** Where the provider charges by itself, we ask what it did, and end what it neither renewed nor ended. */
async function renew(deps: Deps, subscription: SubscriptionRow): Promise<void> {
  const driver = driverOf(deps.payments, subscription.provider);
  const { renewedBy, cancelledBy, charge } = driver.subscriptions!;
  const isOver = subscription.cancel_at_period_end && (renewedBy === 'us' || cancelledBy === 'operator');
  if (isOver) return endSubscription(deps, subscription, 'cancelled');
  if (charge) return chargeRenewal(deps, subscription, driver);
  const first = await deps.db
    .selectFrom('payment')
    .select('id')
    .where('subscription_id', '=', subscription.id)
    .where('kind', '=', 'first')
    .executeTakeFirstOrThrow();
  await settle(deps, first.id);
  const { period_end, ended_at } = await deps.db
    .selectFrom('subscription')
    .select(['period_end', 'ended_at'])
    .where('id', '=', subscription.id)
    .executeTakeFirstOrThrow();
  const isLost = ended_at === null && period_end < daysFrom(deps.now(), -graceDays);
  if (isLost) await endSubscription(deps, subscription, 'expired');
}
