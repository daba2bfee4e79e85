import type { Output } from '#contract';
import { inTransaction, type Db } from '#backend/db/connect';
import type { MailKind } from '#backend/queue/port';
import {
  ProviderRefused,
  type DriverName,
  type PaymentProvider,
  type ProviderSubscriptions,
} from '#backend/providers/payments/port';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { callProvider } from './at-provider';
import { askOperatorToCancel } from './end-subscription';
import { driverOf } from './payment-config';
import { notifyOwner } from './notify-owner';
import { bumpRevision, firstPaymentId, type SubscriptionRow } from './rows';
import { syncPayment } from './sync-payment';
import { newestSubscription } from './subscription-state';

type State = Output<'subscription_cancel'>;

export interface RunningSubscription {
  subscription: SubscriptionRow;
  driver: PaymentProvider;
  renewals: ProviderSubscriptions;
}

/** @throws AppError `not_found` if no subscription is running */
export async function requireRunningSubscription(deps: UserContext): Promise<RunningSubscription> {
  const subscription = await newestSubscription(deps);
  if (!subscription || subscription.ended_at) {
    throw new AppError('not_found', { message: 'You have no running subscription.' });
  }
  return withDriver(deps, subscription);
}

export function withDriver({ payments }: Pick<UserContext, 'payments'>, subscription: SubscriptionRow) {
  const driver = driverOf(payments, subscription.provider);
  return { subscription, driver, renewals: orThrowNotFound(driver.subscriptions) };
}

export function presentState(subscription: SubscriptionRow): State {
  const { product, next_product, status, period_end, cancel_at_period_end } = subscription;
  return {
    status: status === 'expired' ? 'cancelled' : status,
    product_id: product.product_id,
    next_product_id: next_product?.product_id ?? null,
    renews_at: cancel_at_period_end ? null : period_end.toISOString(),
    cancel_at_period_end,
  };
}

/** In the order of locks of a sync: payment, then subscription. */
async function setCancelled(trx: Db, { id }: SubscriptionRow, cancel_at_period_end: boolean): Promise<void> {
  await bumpRevision(trx, await firstPaymentId(trx, id));
  await trx.updateTable('subscription').set({ cancel_at_period_end }).where('id', '=', id).execute();
}

export async function syncAfterChange(
  deps: UserContext,
  { subscription, renewals }: RunningSubscription,
): Promise<State> {
  if (renewals.renewedBy === 'provider' && renewals.cancelledBy === 'provider') {
    await syncPayment(deps, await firstPaymentId(deps.db, subscription.id));
  }
  return presentState(orThrowNotFound(await newestSubscription(deps)));
}

export async function cancelSubscription(deps: UserContext): Promise<State> {
  const running = await requireRunningSubscription(deps);
  if (running.subscription.cancel_at_period_end) return presentState(running.subscription);
  return cancelAtPeriodEnd(deps, running, 'subscription_cancelled');
}

export async function cancelAtPeriodEnd(
  deps: UserContext,
  running: RunningSubscription,
  mail: MailKind,
): Promise<State> {
  const { subscription } = running;
  await cancelAtProvider(deps, running);
  await inTransaction(deps.db, async (trx) => {
    await setCancelled(trx, subscription, true);
    await notifyOwner(trx, deps, subscription.account_id, mail);
  });
  return syncAfterChange(deps, running);
}

export async function cancelAtProvider(
  deps: UserContext,
  { subscription, driver, renewals }: RunningSubscription,
): Promise<void> {
  if (renewals.cancelledBy === 'operator') askOperatorToCancel(deps, subscription);
  const { cancelAtPeriodEnd: cancel } = renewals;
  if (!cancel) return;
  await callProvider(deps, driver, () => cancel(subscription.provider_ref)).catch((error: Error) =>
    rethrowUnlessOver(deps, subscription, error),
  );
}

/** Providers refuse to cancel what was cancelled in their dashboard or by a request whose answer was lost. */
async function rethrowUnlessOver(deps: UserContext, { id }: SubscriptionRow, error: Error): Promise<void> {
  if (!(error.cause instanceof ProviderRefused)) throw error;
  await syncPayment(deps, await firstPaymentId(deps.db, id));
  const synced = await deps.db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (!synced.cancel_at_period_end && synced.ended_at === null) throw error;
}

/** Whether a cancellation can be undone until the period ends. */
export function canResume({ payments }: Pick<UserContext, 'payments'>, { provider }: SubscriptionRow): boolean {
  const renewals = payments.providers.get(provider as DriverName)?.subscriptions;
  return renewals !== undefined && (renewals.resume !== undefined || renewals.cancelledBy === 'site');
}

export async function resumeSubscription(deps: UserContext): Promise<State> {
  const running = await requireRunningSubscription(deps);
  const { subscription, driver, renewals } = running;
  if (!subscription.cancel_at_period_end) return presentState(subscription);
  const { resume } = renewals;
  if (!canResume(deps, subscription)) {
    const message = 'This provider cannot undo a cancellation. You can subscribe again when the period ends.';
    throw new AppError('conflict', { message });
  }
  if (resume) await callProvider(deps, driver, () => resume(subscription.provider_ref));
  await inTransaction(deps.db, (trx) => setCancelled(trx, subscription, false));
  return syncAfterChange(deps, running);
}
