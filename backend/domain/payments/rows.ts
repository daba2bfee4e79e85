import type { Selectable } from 'kysely';
import type { Db } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import type { PaymentRef } from '#backend/providers/payments/port';

export type PaymentRow = Selectable<Database['payment']>;
export type SubscriptionRow = Selectable<Database['subscription']>;

export async function paymentById(db: Db, id: string): Promise<PaymentRow> {
  return db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** A payment as its driver is shown it. */
export function refOf(payment: PaymentRow): PaymentRef {
  return {
    paymentId: payment.id,
    checkoutRef: payment.checkout_ref ?? '',
    chargeRef: payment.charge_ref,
    isSubscription: payment.product.type === 'sub',
    madeAt: payment.created_at,
    method: payment.method,
    expected: { amount: payment.amount, currency: payment.currency },
    product: payment.product,
  };
}
