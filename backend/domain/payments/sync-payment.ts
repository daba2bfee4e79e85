import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import type { CheckoutState } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { applyCharge } from './apply-charge';
import { applySubscription } from './apply-subscription';
import { callProvider } from './at-provider';
import { driverOf } from './payment-config';
import { paymentById, toPaymentRef, type PaymentRow } from './rows';

/** Each concurrent webhook can cost one. */
const maxAttempts = 12;

interface SyncOptions {
  inSameTransaction?: (trx: Transaction<Database>) => Promise<void>;
  eventChargeRef?: string | undefined;
}

/** No lock is held during the fetch; a changed payment is fetched again. */
export async function syncPayment(
  deps: AppContext,
  paymentId: string,
  { inSameTransaction, eventChargeRef }: SyncOptions = {},
): Promise<PaymentRow> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const payment = await paymentById(deps.db, paymentId);
    if (payment.checkout_ref === null) {
      if (inSameTransaction) await inTransaction(deps.db, inSameTransaction);
      return payment;
    }
    const driver = driverOf(deps.payments, payment.provider);
    const reference = { ...toPaymentRef(payment), eventChargeRef };
    const state = await callProvider(deps, driver, () => driver.fetchStatus(reference));
    const isApplied = await inTransaction(deps.db, async (trx) => {
      const isFresh = await applyProviderState(trx, deps, payment, state);
      if (isFresh) await inSameTransaction?.(trx);
      return isFresh;
    });
    if (isApplied) return paymentById(deps.db, paymentId);
  }
  throw new AppError('unavailable');
}

async function applyProviderState(
  trx: Transaction<Database>,
  deps: AppContext,
  read: PaymentRow,
  { charge, subscription }: CheckoutState,
): Promise<boolean> {
  const payment = await trx
    .updateTable('payment')
    .set({ checked_at: deps.now() })
    .where('id', '=', read.id)
    .where('revision', '=', read.revision)
    .returningAll()
    .executeTakeFirst();
  if (!payment) return false;
  await applyCharge(trx, deps, payment, charge);
  if (subscription && payment.kind === 'first')
    await applySubscription(trx, deps, await paymentById(trx, payment.id), subscription);
  return true;
}
