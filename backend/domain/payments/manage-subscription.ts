import type { Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { MailKind } from '#backend/queue/port';
import type { PaymentProvider, ProviderSubscriptions } from '#backend/providers/payments/port';
import { AppError, found } from '#backend/domain/app-error';
import type { Signed } from '#backend/domain/context';
import { atProvider } from './at-provider';
import { driverOf } from './payment-config';
import { tellOwner } from './mails';
import type { SubscriptionRow } from './rows';
import { settle } from './sync-payment';
import { newestSubscription } from './subscription-state';

type State = Output<'subscription_cancel'>;

export interface Running {
  subscription: SubscriptionRow;
  driver: PaymentProvider;
  renewals: ProviderSubscriptions;
}

/** The caller's subscription, with who keeps it. @throws AppError where none runs */
export async function running(deps: Signed): Promise<Running> {
  const subscription = await newestSubscription(deps);
  if (!subscription || subscription.ended_at) {
    throw new AppError('not_found', { message: 'There is no subscription running.' });
  }
  const driver = driverOf(deps.payments, subscription.provider);
  return { subscription, driver, renewals: found(driver.subscriptions) };
}

export function stateOf(subscription: SubscriptionRow): State {
  const { product, next_product, status, period_end, cancel_at_period_end } = subscription;
  return {
    status: status === 'expired' ? 'cancelled' : status,
    product_id: product.product_id,
    next_product_id: next_product?.product_id ?? null,
    renews_at: cancel_at_period_end ? null : period_end.toISOString(),
    cancel_at_period_end,
  };
}

const set = (deps: Signed, { id }: SubscriptionRow, changes: Partial<Pick<SubscriptionRow, 'cancel_at_period_end'>>) =>
  deps.db.updateTable('subscription').set(changes).where('id', '=', id).execute();

/** Has our books follow what the provider was just told, where it keeps the subscription. */
export async function follow(deps: Signed, { subscription, renewals }: Running): Promise<State> {
  if (renewals.renewedBy === 'provider' && renewals.cancelledBy === 'provider') {
    const first = await deps.db
      .selectFrom('payment')
      .select('id')
      .where('subscription_id', '=', subscription.id)
      .where('kind', '=', 'first')
      .executeTakeFirstOrThrow();
    await settle(deps, first.id);
  }
  return stateOf(found(await newestSubscription(deps)));
}

/** Ends the subscription with its period, in one step. Asked again, it changes nothing. */
export async function cancelSubscription(deps: Signed): Promise<State> {
  const it = await running(deps);
  if (it.subscription.cancel_at_period_end) return stateOf(it.subscription);
  return cancel(deps, it, 'subscription_cancelled');
}

/** Has a subscription end with its period, at its provider too, and its owner told in the words of `mail`. */
export async function cancel(deps: Signed, it: Running, mail: MailKind): Promise<State> {
  const { subscription, driver, renewals } = it;
  if (renewals.cancelledBy === 'operator') {
    deps.log.error(
      { subscriptionId: subscription.id, provider: driver.name },
      'cancel this subscription at the provider',
    );
  }
  const { cancelAtPeriodEnd } = renewals;
  if (cancelAtPeriodEnd) await atProvider(deps, driver, () => cancelAtPeriodEnd(subscription.provider_ref));
  await inTransaction(deps.db, async (trx) => {
    await set({ ...deps, db: trx }, subscription, { cancel_at_period_end: true });
    await tellOwner(trx, deps, subscription.account_id, mail);
  });
  return follow(deps, it);
}

/** Takes a cancellation back while the period runs. */
export async function resumeSubscription(deps: Signed): Promise<State> {
  const it = await running(deps);
  const { subscription, driver, renewals } = it;
  if (!subscription.cancel_at_period_end) return stateOf(subscription);
  const { resume, cancelledBy } = renewals;
  if (!resume && cancelledBy !== 'us') {
    const message = 'This provider has ended it for good. You can subscribe again when the period is over.';
    throw new AppError('conflict', { message });
  }
  if (resume) await atProvider(deps, driver, () => resume(subscription.provider_ref));
  await set(deps, subscription, { cancel_at_period_end: false });
  return follow(deps, it);
}
