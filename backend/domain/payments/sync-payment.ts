import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import type { CheckoutTruth } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { Deps } from '#backend/domain/context';
import { applyCharge } from './apply-charge';
import { applySubscription } from './apply-subscription';
import { atProvider } from './at-provider';
import { driverOf } from './payment-config';
import { paymentById, refOf, type PaymentRow } from './rows';

/** Enough for every webhook of a payment at once. */
const attempts = 12;

/** Written in the same transaction as what was settled. */
type Along = (trx: Transaction<Database>) => Promise<void>;

/**
 * Asks the provider how a payment stands and lets our books follow: status, credits, subscription. Webhooks, the return
 * page, the scheduler and the operator all come through here. No lock is held while the provider is asked; if the
 * payment changes meanwhile, the answer may be stale and is asked for again.
 */
export async function settle(deps: Deps, paymentId: string, along?: Along, hintRef?: string): Promise<PaymentRow> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const payment = await paymentById(deps.db, paymentId);
    if (payment.checkout_ref === null) return payment;
    const driver = driverOf(deps.payments, payment.provider);
    const truth = await atProvider(deps, driver, () => driver.fetchStatus({ ...refOf(payment), hintRef }));
    const settled = await inTransaction(deps.db, async (trx) => {
      const isFresh = await applyTruth(trx, deps, payment, truth);
      if (isFresh) await along?.(trx);
      return isFresh;
    });
    if (settled) return paymentById(deps.db, paymentId);
  }
  throw new AppError('unavailable');
}

/** False when the payment has changed since it was asked about. */
async function applyTruth(
  trx: Transaction<Database>,
  deps: Deps,
  asked: PaymentRow,
  { charge, subscription }: CheckoutTruth,
): Promise<boolean> {
  const payment = await trx
    .updateTable('payment')
    .set({ checked_at: deps.now() })
    .where('id', '=', asked.id)
    .where('revision', '=', asked.revision)
    .returningAll()
    .executeTakeFirst();
  if (!payment) return false;
  await applyCharge(trx, deps, payment, charge);
  if (subscription && payment.kind === 'first')
    await applySubscription(trx, deps, await paymentById(trx, payment.id), subscription);
  return true;
}
