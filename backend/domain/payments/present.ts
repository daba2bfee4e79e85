import type { Payment } from '#contract';
import { checkoutHours } from '#backend/providers/payments/port';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import type { PaymentRow } from './rows';

export const openStatuses: readonly Payment['status'][] = ['created', 'pending', 'requires_action'];

/** Providers close their checkout pages after a day at most. */
export const maxCheckoutHours = 24;

export const isOpen = (payment: PaymentRow) => openStatuses.includes(payment.status);

export function canContinue(payment: PaymentRow, now: Date): boolean {
  const age = now.getTime() - payment.created_at.getTime();
  return payment.status === 'created' && payment.action !== null && age < checkoutHours * 3_600_000;
}

export function presentPayment(payment: PaymentRow, now: Date): Payment {
  const { product_id, name } = payment.product;
  return {
    payment_id: payment.id,
    product: { product_id, name },
    method: payment.method,
    provider: payment.provider,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    refunded: payment.refunded,
    credits: payment.credits,
    created_at: payment.created_at.toISOString(),
    paid_at: payment.paid_at?.toISOString() ?? null,
    refund_requested: payment.refund_requested_at !== null,
    can_continue: canContinue(payment, now),
  };
}

/** @throws AppError `not_found` */
export async function ownPayment(
  { db, accountId }: Pick<UserContext, 'db' | 'accountId'>,
  id: string,
): Promise<PaymentRow> {
  return orThrowNotFound(
    await db
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  );
}
