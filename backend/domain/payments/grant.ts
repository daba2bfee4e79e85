import type { Transaction } from 'kysely';
import type { Payment } from '#contract';
import type { Database } from '#backend/db/types';
import { postEntry, reverseCredits } from '#backend/domain/credits/ledger';
import type { PaymentRow } from './rows';

/** A partial refund rounds up in the buyer's favour. */
export function entitledCredits(payment: Pick<PaymentRow, 'status' | 'credits' | 'amount' | 'refunded'>): number {
  const { status, credits, amount, refunded } = payment;
  if (status === 'paid') return credits;
  if (status === 'partially_refunded') return Math.ceil((credits * (amount - refunded)) / amount);
  return 0;
}

/** The only place where money becomes credits. Idempotent. The caller holds the payment's row lock. */
export async function reconcileGrants(trx: Transaction<Database>, payment: PaymentRow): Promise<void> {
  const grants = await trx
    .selectFrom('payment_grant')
    .select('credits')
    .where('provider', '=', payment.provider)
    .where('payment_id', '=', payment.id)
    .execute();
  const entitled = entitledCredits(payment);
  if (grants.length === 0) {
    if (entitled === 0) return;
    await recordGrant(trx, payment, 'purchase', payment.credits);
    return reconcileGrants(trx, payment);
  }
  const difference = entitled - grants.reduce((sum, { credits }) => sum + credits, 0);
  if (difference < 0) await recordGrant(trx, payment, `reversal:${payment.revision}`, difference);
  if (difference > 0) await recordGrant(trx, payment, `restored:${payment.revision}`, difference);
}

async function recordGrant(
  trx: Transaction<Database>,
  payment: PaymentRow,
  kind: string,
  credits: number,
): Promise<void> {
  const { provider, id: paymentId, account_id: accountId, product, status } = payment;
  const inserted = await trx
    .insertInto('payment_grant')
    .values({ provider, payment_id: paymentId, grant_kind: kind, credits })
    .onConflict((conflict) => conflict.doNothing())
    .returning('grant_kind')
    .executeTakeFirst();
  if (!inserted) return;
  const reference = kind === 'purchase' ? paymentId : `${paymentId}:${kind}`;
  if (credits < 0)
    return reverseCredits(trx, {
      accountId,
      credits: -credits,
      reference,
      note: `${product.name}: ${reversalReasons[status]}`,
    });
  const entry = kind === 'purchase' ? 'purchase' : 'adjustment';
  const note = kind === 'purchase' ? product.name : `${product.name}: dispute settled`;
  await postEntry(trx, { accountId, kind: entry, delta: credits, reference, note });
}

const reversalReasons: Partial<Record<Payment['status'], string>> = {
  refunded: 'money returned',
  partially_refunded: 'part of the money returned',
  disputed: 'payment disputed',
};
