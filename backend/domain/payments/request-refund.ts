import type { Parsed, Payment } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { Signed } from '#backend/domain/context';
import { ownPayment, presentPayment } from './present';

/** Notes that a buyer wants their money back; an operator decides, and the list shows that it was asked. */
export async function requestRefund(
  deps: Signed,
  { payment_id, reason }: Parsed<'payment_refund_request'>,
): Promise<Payment> {
  const payment = await ownPayment(deps, payment_id);
  if (payment.status !== 'paid' && payment.status !== 'partially_refunded') {
    throw new AppError('conflict', { message: 'Only a payment that has arrived can be given back.' });
  }
  await deps.db
    .updateTable('payment')
    .set({ refund_reason: reason, refund_requested_at: payment.refund_requested_at ?? deps.now() })
    .where('id', '=', payment.id)
    .execute();
  deps.log.warn({ paymentId: payment.id }, 'a refund was asked for: see npm run admin');
  return presentPayment(await ownPayment(deps, payment_id), deps.now());
}
