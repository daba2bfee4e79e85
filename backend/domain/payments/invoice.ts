import type { Invoice } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { invoiceNumber, ownPayment, presentPayment } from './present';

export async function invoice(deps: UserContext, { payment_id }: { payment_id: string }): Promise<Invoice> {
  const payment = await ownPayment(deps, payment_id);
  if (payment.paid_at === null)
    throw new AppError('conflict', { message: 'The invoice is available once the payment has arrived.' });
  const buyer = await deps.db
    .selectFrom('account')
    .select(['nickname', 'email'])
    .where('id', '=', deps.accountId)
    .executeTakeFirstOrThrow();
  const { period_start: start, period_end: end } = payment;
  return {
    payment: presentPayment(payment, deps.now()),
    number: invoiceNumber(payment),
    buyer: { name: buyer.nickname, email: buyer.email },
    seller: [...deps.payments.seller],
    line: `${payment.product.name}: ${payment.credits.toLocaleString('en')} credits`,
    period: start && end ? { start: start.toISOString(), end: end.toISOString() } : null,
    withdrawal_consent: payment.withdrawal_consent,
  };
}
