import type { Transaction } from 'kysely';
import { addPeriods } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { ProviderRefused, type Charge, type PaymentProvider } from '#backend/providers/payments/port';
import { addDays, type AppContext } from '#backend/domain/context';
import { applyCharge, moneyMoved } from './apply-charge';
import { endSubscription, graceDays } from './end-subscription';
import { notifyOwner } from './notify-owner';
import { openStatuses } from './present';
import { renewalPayment } from './renewal-payment';
import {
  firstPaymentId,
  insertPaymentOnce,
  lockPayment,
  paymentById,
  toPaymentRef,
  type PaymentRow,
  type SubscriptionRow,
} from './rows';

/** Days to the next attempt; the subscription ends after the last. */
const retryAfterDays = [1, 3, 5] as const;
const undecided: Charge = { ref: null, status: 'created', paid: null, refunded: 0 };

/** Each attempt's reference is stored before the charge: after a crash it is looked up. */
export async function chargeRenewal(
  deps: AppContext,
  subscription: SubscriptionRow,
  driver: PaymentProvider,
): Promise<void> {
  const payment = await paymentOfPeriod(deps, subscription);
  if (moneyMoved.includes(payment.status)) return advance(deps, subscription, payment);
  const isOverdue = (subscription.next_attempt_at ?? payment.created_at) < addDays(deps.now(), -graceDays);
  const answer = await attemptCharge(deps, subscription, payment, driver).catch((error: unknown) => {
    if (isOverdue && error instanceof ProviderRefused) return undecided;
    throw error;
  });
  // Not repeated: both attempts could be paid.
  const isLost = isOverdue && openStatuses.includes(answer.status);
  const charge: Charge = isLost ? { ...answer, status: 'expired' } : answer;
  const isRefused = !openStatuses.includes(charge.status) && !moneyMoved.includes(charge.status);
  const daysToNext = isLost ? undefined : retryAfterDays[subscription.attempts];
  const isApplied = await inTransaction(deps.db, async (trx) => {
    const locked = await lockPayment(trx, payment);
    if (!locked) return false;
    await applyCharge(trx, deps, locked, charge);
    if (isRefused && daysToNext !== undefined) await recordRefusedAttempt(trx, deps, subscription, daysToNext);
    return true;
  });
  if (!isApplied) return; // changed concurrently; the next sweep continues
  if (moneyMoved.includes(charge.status)) await advance(deps, subscription, payment);
  if (isRefused && daysToNext === undefined) await endSubscription(deps, subscription, 'expired');
}

async function attemptCharge(
  deps: AppContext,
  subscription: SubscriptionRow,
  payment: PaymentRow,
  driver: PaymentProvider,
): Promise<Charge> {
  const attemptRef = `${payment.id}.${subscription.attempts}`;
  const known = payment.checkout_ref === attemptRef ? await driver.fetchStatus(toPaymentRef(payment)) : undefined;
  if (known && known.charge.status !== 'created') return known.charge;
  await deps.db.updateTable('payment').set({ checkout_ref: attemptRef }).where('id', '=', payment.id).execute();
  return requestCharge(deps, subscription, payment, driver, attemptRef);
}

async function paymentOfPeriod({ db, now }: AppContext, subscription: SubscriptionRow): Promise<PaymentRow> {
  const product = subscription.next_product ?? subscription.product;
  const start = subscription.period_end;
  const first = await paymentById(db, await firstPaymentId(db, subscription.id));
  const period = { start, end: periodEndAfter(start, product.period ?? 'month', first.period_start ?? start) };
  return insertPaymentOnce(db, renewalPayment(subscription, product, period, now()), (payments) =>
    payments.where('subscription_id', '=', subscription.id).where('period_start', '=', start).executeTakeFirstOrThrow(),
  );
}

/** Counted from the first period: after a short month, the day returns to that of the first. */
function periodEndAfter(start: Date, period: 'month' | 'year', first: Date): Date {
  const monthOf = (moment: Date) => moment.getUTCFullYear() * 12 + moment.getUTCMonth();
  const months = period === 'year' ? 12 : 1;
  return addPeriods(first, 'month', monthOf(start) - monthOf(first) + months);
}

function requestCharge(
  { payments, now }: AppContext,
  { token }: SubscriptionRow,
  payment: PaymentRow,
  driver: PaymentProvider,
  attemptRef: string,
): Promise<Charge> {
  const due = { amount: payment.amount, currency: payment.currency };
  const webhookUrl = payments.webhookUrl(driver.name);
  const order = { attemptRef, token: token ?? '', due, product: payment.product, webhookUrl, now: now() };
  return driver.subscriptions!.charge!(order);
}

async function advance({ db }: AppContext, subscription: SubscriptionRow, payment: PaymentRow): Promise<void> {
  await db
    .updateTable('subscription')
    .set({
      status: 'active',
      product: JSON.stringify(payment.product),
      next_product: null,
      period_start: payment.period_start!,
      period_end: payment.period_end!,
      attempts: 0,
      next_attempt_at: null,
    })
    .where('id', '=', subscription.id)
    .where('period_end', '=', subscription.period_end)
    .execute();
}

async function recordRefusedAttempt(
  trx: Transaction<Database>,
  deps: AppContext,
  { id, account_id, attempts }: SubscriptionRow,
  daysToNext: number,
) {
  const recorded = await trx
    .updateTable('subscription')
    .set({ status: 'past_due', attempts: attempts + 1, next_attempt_at: addDays(deps.now(), daysToNext) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  if (recorded) await notifyOwner(trx, deps, account_id, 'payment_failed');
}
