import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { ProviderRefused } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import { applyCharge } from '#backend/domain/payments/apply-charge';
import { callProvider } from '#backend/domain/payments/at-provider';
import { driverOf } from '#backend/domain/payments/payment-config';
import { paymentIdToSync } from '#backend/domain/payments/handle-event';
import { notifyOwner } from '#backend/domain/payments/notify-owner';
import { paymentById, toPaymentRef, type PaymentRow } from '#backend/domain/payments/rows';
import { syncPayment } from '#backend/domain/payments/sync-payment';
import { recordAct, type OperatorContext } from './context';
import { requirePayment } from './find';

export interface Refund {
  paymentId: string;
  /** Minor units; all that is left where nothing is said. */
  amount?: number | undefined;
  reason: string;
  /** The money has gone back already, in the provider's own dashboard: only our books are to follow. */
  isMadeByHand?: boolean | undefined;
}

interface AuditEntry {
  accountId: string;
  detail: string;
}

const conflict = (message: string) => new AppError('conflict', { message });

/**
 * Gives money back through its provider and lets our books follow: the credits go with it, as far as they were not spent.
 * The provider is asked first how the payment stands: a refund that broke off half-way is found, not made again.
 */
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
    throw conflict(`Make this refund in ${driver.name}’s dashboard, then write it down with --made-by-hand.`);
  }
  if (driver.refunds === 'full' && amount < payment.amount) throw conflict(`${driver.name} gives back all or nothing.`);
  await recordAct(deps, 'refund_ordered', about);
  const key = `refund-${payment.id}-${payment.refunded}-${amount}`;
  const due = { amount, currency: payment.currency };
  await callProvider(deps, driver, () => driver.refund(toPaymentRef(payment), due, key)).catch((error: AppError) => {
    if (error.cause instanceof ProviderRefused) throw conflict(`${driver.name} refused: ${error.cause.message}`);
    throw error;
  });
  await inTransaction(deps.db, (trx) => closeRequest(trx, deps, payment, about));
  // A provider that tells later still has done it: its message brings our books in line.
  return syncAndReload(deps, payment);
}

/** The request is answered, the act written down, and the buyer told. */
async function closeRequest(
  trx: Transaction<Database>,
  deps: OperatorContext,
  { id, account_id }: PaymentRow,
  about: AuditEntry,
) {
  await trx.updateTable('payment').set({ refund_requested_at: null }).where('id', '=', id).execute();
  await recordAct(deps, 'refunded', about, trx);
  await notifyOwner(trx, deps, account_id, 'refunded');
}

/** The payment as its provider has it now. A renewal is told of with the payment its subscription began with. */
async function syncAndReload(deps: OperatorContext, { id }: PaymentRow): Promise<PaymentRow> {
  await syncPayment(deps, await paymentIdToSync(deps.db, id));
  return paymentById(deps.db, id);
}

function refundable(payment: PaymentRow, known: PaymentRow, asked: number | undefined): number {
  if (payment.refunded !== known.refunded) {
    throw conflict(
      `${payment.provider} has given back ${payment.refunded} of ${payment.amount} already, which we did not know. ` +
        'Nothing was done: look at the payment, and ask again if more is to go back.',
    );
  }
  if (payment.status !== 'paid' && payment.status !== 'partially_refunded') {
    throw conflict(`This payment is ${payment.status.replaceAll('_', ' ')}: there is nothing to give back.`);
  }
  const left = payment.amount - payment.refunded;
  const amount = asked ?? left;
  if (amount < 1 || amount > left) throw conflict(`Between 1 and ${left} minor units can be given back.`);
  return amount;
}

/** Our books alone; what the provider says later never makes it less. */
async function recordManualRefund(
  deps: OperatorContext,
  payment: PaymentRow,
  amount: number,
  about: AuditEntry,
): Promise<PaymentRow> {
  const refunded = payment.refunded + amount;
  await inTransaction(deps.db, async (trx) => {
    const locked = await trx
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', payment.id)
      .where('revision', '=', payment.revision)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) throw conflict('The payment has just changed. Look at it, and ask again.');
    const paid = { amount: payment.amount, currency: payment.currency };
    await applyCharge(trx, deps, locked, { ref: payment.charge_ref, status: 'paid', paid, refunded });
    await closeRequest(trx, deps, payment, about);
  });
  return paymentById(deps.db, payment.id);
}

/** Answers a request for a refund with no: the buyer is told by mail, and may ask again. */
export async function declineRefund(deps: OperatorContext, { paymentId, reason }: Refund): Promise<PaymentRow> {
  const payment = await requirePayment(deps.db, paymentId);
  if (!payment.refund_requested_at) throw conflict('Nobody has asked for this money back.');
  await inTransaction(deps.db, async (trx) => {
    await trx.updateTable('payment').set({ refund_requested_at: null }).where('id', '=', payment.id).execute();
    const about = { accountId: payment.account_id, detail: `${payment.id}: ${reason}` };
    await recordAct(deps, 'refund_declined', about, trx);
    await notifyOwner(trx, deps, payment.account_id, 'refund_declined');
  });
  return paymentById(deps.db, payment.id);
}
