import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { ProviderRefused, type Charge, type PaymentProvider } from '#backend/providers/payments/port';
import { addDays, type AppContext } from '#backend/domain/context';
import { applyCharge, moneyMoved } from './apply-charge';
import { endSubscription, graceDays } from './end-subscription';
import { notifyOwner } from './notify-owner';
import { openStatuses } from './present';
import { attemptRefOf, beginAttempt, chosenPlan, lockPeriod, paymentOfPeriod } from './renewal-attempt';
import { lockPayment, toPaymentRef, type PaymentRow, type SubscriptionRow } from './rows';

/** Days to the next attempt; the subscription ends after the last. */
const retryAfterDays = [1, 3, 5] as const;
const undecided: Charge = { ref: null, status: 'created', paid: null, refunded: 0 };

/**
 * Each attempt's reference is stored before the charge: after a crash it is looked up. Of a cancelled subscription, the begun
 * attempt is the last.
 */
export async function chargeRenewal(
  deps: AppContext,
  subscription: SubscriptionRow,
  driver: PaymentProvider,
): Promise<void> {
  const stored = await paymentOfPeriod(deps, subscription);
  if (moneyMoved.includes(stored.status)) return advance(deps, subscription, stored);
  const attemptRef = attemptRefOf(stored.id, subscription);
  const payment = await beginAttempt(deps, subscription, stored, attemptRef);
  if (!payment) return; // changed concurrently; the next sweep continues
  const isRepeated = stored.checkout_ref === attemptRef;
  const begunAt = subscription.next_attempt_at ?? payment.created_at;
  const isOverdue = isRepeated && begunAt < addDays(deps.now(), -graceDays);
  const answer = await attemptCharge(deps, subscription, payment, { driver, isRepeated }).catch((error: unknown) => {
    if (isOverdue && error instanceof ProviderRefused) return undecided;
    throw error;
  });
  // Not repeated: both attempts could be paid.
  const isLost = isOverdue && openStatuses.includes(answer.status);
  const charge: Charge = isLost ? { ...answer, status: 'expired' } : answer;
  const isRefused = !openStatuses.includes(charge.status) && !moneyMoved.includes(charge.status);
  const isCancelled = subscription.cancel_at_period_end;
  const daysToNext = isLost || isCancelled ? undefined : retryAfterDays[subscription.attempts];
  const isApplied = await inTransaction(deps.db, async (trx) => {
    const locked = await lockPayment(trx, payment);
    if (!locked) return false;
    await applyCharge(trx, deps, locked, charge);
    if (isRefused && daysToNext !== undefined) await recordRefusedAttempt(trx, deps, subscription, daysToNext);
    return true;
  });
  if (!isApplied) return; // changed concurrently; the next sweep continues
  // The next round finds whether a cancelled one was paid, or paid and refunded.
  if (moneyMoved.includes(charge.status) && !isCancelled) await advance(deps, subscription, payment);
  if (isRefused && daysToNext === undefined)
    await endSubscription(deps, subscription, isCancelled ? 'cancelled' : 'expired');
}

async function attemptCharge(
  deps: AppContext,
  subscription: SubscriptionRow,
  payment: PaymentRow,
  { driver, isRepeated }: { driver: PaymentProvider; isRepeated: boolean },
): Promise<Charge> {
  const known = isRepeated ? await driver.fetchStatus(toPaymentRef(payment)) : undefined;
  if (known && known.charge.status !== 'created') return known.charge;
  if (subscription.cancel_at_period_end) return { ...undecided, status: 'cancelled' };
  return requestCharge(deps, subscription, payment, driver);
}

function requestCharge(
  { payments, now }: AppContext,
  { token }: SubscriptionRow,
  payment: PaymentRow,
  driver: PaymentProvider,
): Promise<Charge> {
  const attemptRef = payment.checkout_ref!;
  const due = { amount: payment.amount, currency: payment.currency };
  const webhookUrl = payments.webhookUrl(driver.name);
  const order = { attemptRef, token: token ?? '', due, product: payment.product, webhookUrl, now: now() };
  return driver.subscriptions!.charge!(order);
}

/** A plan that was chosen after the paid attempt began is for the period after. */
function advance({ db }: AppContext, subscription: SubscriptionRow, payment: PaymentRow): Promise<void> {
  return inTransaction(db, async (trx) => {
    const current = await lockPeriod(trx, subscription);
    if (!current) return;
    const chosen = chosenPlan(current);
    const isPaid = chosen.product_id === payment.product.product_id;
    await trx
      .updateTable('subscription')
      .set({
        status: 'active',
        product: JSON.stringify(payment.product),
        next_product: isPaid ? null : JSON.stringify(chosen),
        period_start: payment.period_start!,
        period_end: payment.period_end!,
        attempts: 0,
        next_attempt_at: null,
      })
      .where('id', '=', current.id)
      .execute();
  });
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
