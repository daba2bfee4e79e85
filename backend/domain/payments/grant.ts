import type { Transaction } from 'kysely';
import type { Payment } from '#contract';
import type { Database } from '#backend/db/types';
import { takeBack } from '#backend/domain/credits/debts';
import { postEntry } from '#backend/domain/credits/post-entry';
import type { PaymentRow } from './rows';

/** How many credits a payment is worth as it stands. Of a partial refund, part of a credit stays with the buyer. */
export function entitledCredits(payment: Pick<PaymentRow, 'status' | 'credits' | 'amount' | 'refunded'>): number {
  const { status, credits, amount, refunded } = payment;
  if (status === 'paid') return credits;
  if (status === 'partially_refunded') return Math.ceil((credits * (amount - refunded)) / amount);
  return 0;
}

/**
 * The one place where money becomes credits: brings what was granted for a payment in line with what it is worth now.
 * Called with the payment's row locked, and written with it. Each kind of grant is there once, whoever calls how often.
 */
export async function grant(trx: Transaction<Database>, payment: PaymentRow): Promise<void> {
  const given = await trx
    .selectFrom('payment_grant')
    .select('credits')
    .where('provider', '=', payment.provider)
    .where('payment_id', '=', payment.id)
    .execute();
  const entitled = entitledCredits(payment);
  if (given.length === 0) {
    if (entitled === 0) return;
    await record(trx, payment, 'purchase', payment.credits);
    return grant(trx, payment);
  }
  const difference = entitled - given.reduce((sum, { credits }) => sum + credits, 0);
  if (difference < 0) await record(trx, payment, `reversal:${payment.revision}`, difference);
  if (difference > 0) await record(trx, payment, `restored:${payment.revision}`, difference);
}

async function record(trx: Transaction<Database>, payment: PaymentRow, kind: string, credits: number): Promise<void> {
  const { provider, id: paymentId, account_id: accountId, product, status } = payment;
  const fresh = await trx
    .insertInto('payment_grant')
    .values({ provider, payment_id: paymentId, grant_kind: kind, credits })
    .onConflict((conflict) => conflict.doNothing())
    .returning('grant_kind')
    .executeTakeFirst();
  if (!fresh) return;
  const reference = kind === 'purchase' ? paymentId : `${paymentId}:${kind}`;
  if (credits < 0)
    return takeBack(trx, { accountId, credits: -credits, reference, note: `${product.name}: ${why[status]}` });
  const entry = kind === 'purchase' ? 'purchase' : 'adjustment';
  const note = kind === 'purchase' ? product.name : `${product.name}: dispute settled`;
  await postEntry(trx, { accountId, kind: entry, delta: credits, reference, note });
}

const why: Partial<Record<Payment['status'], string>> = {
  refunded: 'money returned',
  partially_refunded: 'part of the money returned',
  disputed: 'payment disputed',
};
