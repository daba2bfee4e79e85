import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { ProviderRefused, type PaymentProvider } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import { applyCharge } from '#backend/domain/payments/apply-charge';
import { callProvider } from '#backend/domain/payments/at-provider';
import { driverOf } from '#backend/domain/payments/payment-config';
import { paymentIdToSync } from '#backend/domain/payments/handle-event';
import { notifyOwner } from '#backend/domain/payments/notify-owner';
import { lockPayment, paymentById, toPaymentRef, type PaymentRow } from '#backend/domain/payments/rows';
import { syncPayment } from '#backend/domain/payments/sync-payment';
import { recordAct, type OperatorContext } from './context';
import { requirePayment } from './find';

export interface Refund {
  paymentId: string;
  amount?: number | undefined;
  reason: string;
  isMadeByHand?: boolean | undefined;
}

interface AuditDetail {
  accountId: string;
  detail: string;
}

const conflict = (message: string) => new AppError('conflict', { message });

/** Syncs first, so that an interrupted refund is not repeated. */
export async function refundPayment(deps: OperatorContext, refund: Refund): Promise<PaymentRow> {
  const { paymentId, reason, isMadeByHand } = refund;
  const known = await requirePayment(deps.db, paymentId);
  const payment = await syncAndReload(deps, known);
  const amount = refundable(payment, known, refund.amount);
  const detail = `${paymentId}, ${amount} ${payment.currency} minor units${isMadeByHand ? ', made by hand' : ''}: ${reason}`;
  const about = { accountId: payment.account_id, detail };
  if (isMadeByHand) return recordManualRefund(deps, payment, amount, about);

  const driver = driverOf(deps.payments, payment.provider);
  if (driver.refunds === 'by hand') {
    throw conflict(
      `${driver.name} has no refund API. Make the refund in its dashboard, then record it with --made-by-hand.`,
    );
  }
  if (driver.refunds === 'full') assertFull(driver, payment, amount);
  await recordAct(deps, 'refund_ordered', about);
  const key = `refund-${payment.id}-${payment.refunded}-${amount}`;
  const due = { amount, currency: payment.currency };
  await callProvider(deps, driver, () => driver.refund(toPaymentRef(payment), due, key)).catch((error: AppError) => {
    if (error.cause instanceof ProviderRefused)
      throw conflict(`${driver.name} refused the refund: ${error.cause.message}`);
    throw error;
  });
  await inTransaction(deps.db, (trx) => closeRequest(trx, deps, payment, about));
  // A webhook updates refunds reported later.
  return syncAndReload(deps, payment);
}

function assertFull({ name }: PaymentProvider, { amount, refunded, problem }: PaymentRow, wanted: number): void {
  const known = problem ?? (refunded > 0 ? 'A part of this payment is refunded.' : null);
  if (known) {
    const byHand = 'make a further refund in its dashboard, then record it with --made-by-hand.';
    throw conflict(`${known} ${name} only refunds the full amount: ${byHand}`);
  }
  if (wanted < amount) throw conflict(`${name} only refunds the full amount. Leave --amount out.`);
}

async function closeRequest(
  trx: Transaction<Database>,
  deps: OperatorContext,
  { id, account_id }: PaymentRow,
  about: AuditDetail,
) {
  await trx.updateTable('payment').set({ refund_requested_at: null }).where('id', '=', id).execute();
  await recordAct(deps, 'refunded', about, trx);
  await notifyOwner(trx, deps, account_id, 'refunded');
}

async function syncAndReload(deps: OperatorContext, { id }: PaymentRow): Promise<PaymentRow> {
  await syncPayment(deps, await paymentIdToSync(deps.db, id));
  return paymentById(deps.db, id);
}

function refundable(payment: PaymentRow, known: PaymentRow, requested: number | undefined): number {
  if (payment.refunded !== known.refunded) {
    throw conflict(
      `${payment.provider} has already refunded ${payment.refunded} of ${payment.amount}; our records were behind. ` +
        'Nothing was done: check the payment, and repeat the command to refund more.',
    );
  }
  if (payment.status !== 'paid' && payment.status !== 'partially_refunded') {
    throw conflict(`This payment is ${payment.status.replaceAll('_', ' ')}: there is nothing to refund.`);
  }
  const left = payment.amount - payment.refunded;
  const amount = requested ?? left;
  if (amount < 1 || amount > left) throw conflict(`The amount must be between 1 and ${left} minor units.`);
  return amount;
}

/** A later sync never lowers the refunded amount. */
async function recordManualRefund(
  deps: OperatorContext,
  payment: PaymentRow,
  amount: number,
  about: AuditDetail,
): Promise<PaymentRow> {
  const refunded = payment.refunded + amount;
  await inTransaction(deps.db, async (trx) => {
    const locked = await lockPayment(trx, payment);
    if (!locked) throw conflict('The payment has just changed. Check it, and repeat the command.');
    const paid = { amount: payment.amount, currency: payment.currency };
    await applyCharge(trx, deps, locked, { ref: payment.charge_ref, status: 'paid', paid, refunded });
    await closeRequest(trx, deps, payment, about);
  });
  return paymentById(deps.db, payment.id);
}

export async function declineRefund(deps: OperatorContext, { paymentId, reason }: Refund): Promise<PaymentRow> {
  const payment = await requirePayment(deps.db, paymentId);
  if (!payment.refund_requested_at) throw conflict('This payment has no open refund request.');
  await inTransaction(deps.db, async (trx) => {
    await trx.updateTable('payment').set({ refund_requested_at: null }).where('id', '=', payment.id).execute();
    const about = { accountId: payment.account_id, detail: `${payment.id}: ${reason}` };
    await recordAct(deps, 'refund_declined', about, trx);
    await notifyOwner(trx, deps, payment.account_id, 'refund_declined');
  });
  return paymentById(deps.db, payment.id);
}
