import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { UUID } from 'uuidv7';
import { addPeriods, type Product } from '#contract';
import { inTransaction, type Db } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { moneyMoved } from './apply-charge';
import { renewalPayment } from './renewal-payment';
import {
  firstPaymentId,
  insertPaymentOnce,
  lockPayment,
  paymentById,
  type PaymentRow,
  type SubscriptionRow,
} from './rows';

export const chosenPlan = ({ next_product, product }: SubscriptionRow): Product => next_product ?? product;

export const attemptRefOf = (paymentId: string, { attempts }: SubscriptionRow) => `${paymentId}.${attempts}`;

/** The provider may have been asked for it, and has not yet been paid. */
export async function hasBegunAttempt(db: Db, subscription: SubscriptionRow): Promise<boolean> {
  const payment = await db
    .selectFrom('payment')
    .select(['id', 'checkout_ref'])
    .where('subscription_id', '=', subscription.id)
    .where('period_start', '=', subscription.period_end)
    .where('status', 'not in', moneyMoved)
    .executeTakeFirst();
  return payment !== undefined && payment.checkout_ref === attemptRefOf(payment.id, subscription);
}

export async function paymentOfPeriod(deps: AppContext, subscription: SubscriptionRow): Promise<PaymentRow> {
  const renewal = await renewalOf(deps.db, deps, subscription);
  return insertPaymentOnce(deps.db, renewal, (payments) =>
    payments
      .where('subscription_id', '=', subscription.id)
      .where('period_start', '=', subscription.period_end)
      .executeTakeFirstOrThrow(),
  );
}

async function renewalOf(db: Db, { now }: AppContext, subscription: SubscriptionRow) {
  const product = chosenPlan(subscription);
  const start = subscription.period_end;
  const first = await paymentById(db, await firstPaymentId(db, subscription.id));
  const end = periodEndAfter(start, product.period ?? 'month', first.period_start ?? start);
  return { ...renewalPayment(subscription, product, { start, end }, now()), id: renewalId(subscription.id, start) };
}

/** The same after a restore of a backup from before the charge: the provider knows its attempts by this id. */
function renewalId(subscriptionId: string, start: Date): string {
  const hash = createHash('sha256').update(`${subscriptionId} ${start.toISOString()}`).digest();
  const [randA, randBHi] = [hash.readUInt16BE(0) & 0xf_ff, hash.readUInt32BE(2) & 0x3f_ff_ff_ff];
  return UUID.fromFieldsV7(start.getTime(), randA, randBHi, hash.readUInt32BE(6)).toString();
}

/** Counted from the first period: after a short month, the day returns to that of the first. */
function periodEndAfter(start: Date, period: 'month' | 'year', first: Date): Date {
  const monthOf = (moment: Date) => moment.getUTCFullYear() * 12 + moment.getUTCMonth();
  const months = period === 'year' ? 12 : 1;
  return addPeriods(first, 'month', monthOf(start) - monthOf(first) + months);
}

/**
 * Stores the reference of an attempt together with its price, that of the plan chosen last. A begun attempt keeps its
 * price: the provider may have been asked for it.
 * @returns undefined if the payment was changed, or the subscription cancelled, ended or renewed, since they were read
 */
export function beginAttempt(
  deps: AppContext,
  subscription: SubscriptionRow,
  payment: PaymentRow,
  attemptRef: string,
): Promise<PaymentRow | undefined> {
  return inTransaction(deps.db, async (trx) => {
    const locked = await lockPayment(trx, payment);
    if (!locked || locked.checkout_ref === attemptRef) return locked;
    const current = await lockPeriod(trx, subscription);
    if (!current || current.cancel_at_period_end || current.attempts !== subscription.attempts) return undefined;
    // The attempt may be due for longer, if no worker was running.
    const begun = trx.updateTable('subscription').set({ next_attempt_at: deps.now() });
    await begun.where('id', '=', current.id).execute();
    const { product, credits, amount, currency, period_end } = await renewalOf(trx, deps, current);
    return trx
      .updateTable('payment')
      .set((eb) => ({
        ...{ product, credits, amount, currency, period_end },
        checkout_ref: attemptRef,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', locked.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** After the lock of its renewal's payment. Undefined if it was ended or renewed since it was read. */
export function lockPeriod(
  trx: Transaction<Database>,
  { id, period_end }: SubscriptionRow,
): Promise<SubscriptionRow | undefined> {
  return trx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .where('period_end', '=', period_end)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}
