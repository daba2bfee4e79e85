import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import type { PaymentRef } from '#backend/providers/payments/port';

export type PaymentRow = Selectable<Database['payment']>;
export type InvoiceRow = Selectable<Database['invoice']>;
export type SubscriptionRow = Selectable<Database['subscription']>;

export async function paymentById(db: Db, id: string): Promise<PaymentRow> {
  return db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function firstPaymentId(db: Db, subscriptionId: string): Promise<string> {
  const first = await db
    .selectFrom('payment')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'first')
    .executeTakeFirstOrThrow();
  return first.id;
}

const allPayments = (db: Db) => db.selectFrom('payment').selectAll();

/** Returns the stored row on a conflict of request key, charge or period. */
export async function insertPaymentOnce<T>(
  db: Db,
  payment: Insertable<Database['payment']>,
  find: (payments: ReturnType<typeof allPayments>) => Promise<T>,
): Promise<T> {
  await db
    .insertInto('payment')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return find(allPayments(db));
}

/** Concurrent syncs must discard older state. */
export async function bumpRevision(db: Db, paymentId: string): Promise<void> {
  await db
    .updateTable('payment')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', paymentId)
    .execute();
}

export function lockPayment(trx: Db, { id, revision }: PaymentRow): Promise<PaymentRow | undefined> {
  return allPayments(trx).where('id', '=', id).where('revision', '=', revision).forUpdate().executeTakeFirst();
}

export function toPaymentRef(payment: PaymentRow): PaymentRef {
  return {
    paymentId: payment.id,
    checkoutRef: payment.checkout_ref ?? '',
    chargeRef: payment.charge_ref,
    isSubscription: payment.product.type === 'sub',
    purchasedAt: payment.created_at,
    method: payment.method,
    expected: { amount: payment.amount, currency: payment.currency },
    product: payment.product,
  };
}
