import { inTransaction } from '../../db/connect';
import { daysFrom, type Deps } from '../context';
import { chargeRenewal } from './charge-renewal';
import { driverOf } from './desk';
import { tellOfEnd } from './mails';
import type { SubscriptionRow } from './rows';
import { settle } from './settle';
import { refreshUserStatus } from './subscription-state';

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
  if (isOver) return end(deps, subscription, 'cancelled');
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
  if (isLost) await end(deps, subscription, 'expired');
}

/** The last period is over: status and mail follow. */
export function end(deps: Deps, { id, account_id }: SubscriptionRow, status: 'cancelled' | 'expired'): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    const ended = await trx
      .updateTable('subscription')
      .set({ status, ended_at: deps.now() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!ended) return;
    await refreshUserStatus(trx, account_id);
    await tellOfEnd(trx, deps, account_id);
  });
}
