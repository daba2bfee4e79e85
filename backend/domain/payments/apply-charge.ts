import type { Transaction } from 'kysely';
import type { Payment } from '#contract';
import type { Database } from '#backend/db/types';
import type { Charge } from '#backend/providers/payments/port';
import type { Deps } from '#backend/domain/context';
import { grant } from './grant';
import { tellOwner } from './mails';
import type { PaymentRow } from './rows';

type Status = Payment['status'];

export const moneyMoved: readonly Status[] = ['paid', 'partially_refunded', 'refunded', 'disputed'];

/** What a payment becomes. Money that has moved is not undone by an answer that knows nothing of it yet. */
export function nextStatus(now: Status, told: Status): Status {
  if (moneyMoved.includes(now) && !moneyMoved.includes(told)) return now;
  return told;
}

/**
 * A refund made by hand is in our books alone, and its provider goes on to say `paid`: what went back is never less than
 * what we know of.
 */
function withRefund(status: Status, refunded: number, amount: number): Status {
  if (status !== 'paid' || refunded === 0) return status;
  return refunded < amount ? 'partially_refunded' : 'refunded';
}

/** Why a charge is not what was ordered; null where it is. */
export function faultOf({ amount, currency }: Pick<PaymentRow, 'amount' | 'currency'>, { paid, status }: Charge) {
  if (!moneyMoved.includes(status)) return null;
  if (!paid) return 'The provider does not say what was paid.';
  if (paid.amount === amount && paid.currency === currency) return null;
  return `Ordered were ${amount} ${currency}, the provider says ${paid.amount} ${paid.currency}.`;
}

/**
 * Writes what the provider said of a charge, and grants by it. The row is locked by the caller, who has made sure that
 * what was said is no older than the row. False when there was nothing new.
 */
export async function applyCharge(
  trx: Transaction<Database>,
  deps: Pick<Deps, 'now' | 'log' | 'jobs'>,
  payment: PaymentRow,
  charge: Charge,
): Promise<boolean> {
  const { now, log } = deps;
  const problem = faultOf(payment, charge);
  if (problem) log.error({ paymentId: payment.id, problem }, 'a payment is not what was ordered: nothing is granted');
  const refunded = Math.min(payment.amount, Math.max(payment.refunded, problem ? 0 : charge.refunded));
  const told = withRefund(charge.status, refunded, payment.amount);
  const status = problem ? payment.status : nextStatus(payment.status, told);
  // Of several attempts at one checkout, the one that paid is what can be asked about and given back.
  const isOther = moneyMoved.includes(payment.status) && !moneyMoved.includes(charge.status);
  const chargeRef = isOther ? payment.charge_ref : (charge.ref ?? payment.charge_ref);
  const isSame =
    payment.status === status &&
    payment.refunded === refunded &&
    payment.charge_ref === chargeRef &&
    payment.problem === problem;
  if (isSame) return false;
  const changed = await trx
    .updateTable('payment')
    .set((eb) => ({
      status,
      refunded,
      charge_ref: chargeRef,
      problem,
      revision: eb('revision', '+', 1),
      paid_at: payment.paid_at ?? (moneyMoved.includes(status) ? now() : null),
      ...(status === 'refunded' ? { refund_requested_at: null } : {}),
    }))
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await grant(trx, changed);
  if (status === 'paid' && payment.paid_at === null) await tellOwner(trx, deps, payment.account_id, 'receipt');
  log.info({ paymentId: payment.id, from: payment.status, status, refunded }, 'payment changed');
  return true;
}
