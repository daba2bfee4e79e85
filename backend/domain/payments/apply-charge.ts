import type { Transaction } from 'kysely';
import type { Payment } from '#contract';
import type { Database } from '#backend/db/types';
import type { Charge } from '#backend/providers/payments/port';
import type { AppContext } from '#backend/domain/context';
import { creditsOf } from './first-price';
import { reconcileGrants } from './grant';
import { issueInvoices } from './issue-invoice';
import { notifyOwner } from './notify-owner';
import type { PaymentRow } from './rows';

type Status = Payment['status'];

export const moneyMoved: readonly Status[] = ['paid', 'partially_refunded', 'refunded', 'disputed'];

/** A stale provider answer must not undo money that has moved. */
function nextStatus(current: Status, reported: Status): Status {
  if (moneyMoved.includes(current) && !moneyMoved.includes(reported)) return current;
  return reported;
}

/** After a manual refund the provider keeps reporting `paid`. */
function withRefund(status: Status, refunded: number, amount: number): Status {
  if (status !== 'paid' || refunded === 0) return status;
  return refunded < amount ? 'partially_refunded' : 'refunded';
}

export const isRefundUnknown = ({ status, refunded }: Charge) => status === 'partially_refunded' && refunded === 0;

export function chargeMismatch(
  { amount, currency, refunded }: Pick<PaymentRow, 'amount' | 'currency' | 'refunded'>,
  charge: Charge,
) {
  const { paid, status } = charge;
  if (!moneyMoved.includes(status)) return null;
  if (!paid) return 'The provider does not say what was paid.';
  if (isRefundUnknown(charge) && refunded === 0)
    return 'The provider does not say how much was refunded. Record the amount with `refund --made-by-hand`.';
  if (paid.amount === amount && paid.currency === currency) return null;
  return `Ordered were ${amount} ${currency}, the provider says ${paid.amount} ${paid.currency}.`;
}

/** The caller has locked the row and checked that the charge is not older. Returns false if nothing changed. */
export async function applyCharge(
  trx: Transaction<Database>,
  deps: Pick<AppContext, 'now' | 'log' | 'jobs' | 'payments'>,
  payment: PaymentRow,
  charge: Charge,
): Promise<boolean> {
  const { now, log } = deps;
  const problem = chargeMismatch(payment, charge);
  if (problem) log.error({ paymentId: payment.id, problem }, 'charge_mismatch');
  const refunded = Math.min(payment.amount, Math.max(payment.refunded, problem ? 0 : charge.refunded));
  const reported = withRefund(charge.status, refunded, payment.amount);
  const status = problem ? payment.status : nextStatus(payment.status, reported);
  // Refunds need the reference of the attempt that paid.
  const isUnpaidAttempt = moneyMoved.includes(payment.status) && !moneyMoved.includes(charge.status);
  const chargeRef = isUnpaidAttempt ? payment.charge_ref : (charge.ref ?? payment.charge_ref);
  const isSame =
    payment.status === status &&
    payment.refunded === refunded &&
    payment.charge_ref === chargeRef &&
    payment.problem === problem;
  if (isSame) return false;
  const isArriving = payment.paid_at === null && moneyMoved.includes(status);
  const credits = isArriving ? await creditsOf(trx, payment) : payment.credits;
  const changed = await trx
    .updateTable('payment')
    .set((eb) => ({
      status,
      refunded,
      credits,
      charge_ref: chargeRef,
      problem,
      revision: eb('revision', '+', 1),
      paid_at: isArriving ? now() : payment.paid_at,
      ...(status === 'refunded' ? { refund_requested_at: null } : {}),
    }))
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await issueInvoices(trx, deps, { before: payment, after: changed });
  await reconcileGrants(trx, changed);
  if (status === 'paid' && payment.paid_at === null) await notifyOwner(trx, deps, payment.account_id, 'receipt');
  log.info({ paymentId: payment.id, from: payment.status, status, refunded }, 'payment_changed');
  return true;
}
