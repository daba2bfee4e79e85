import type { Output } from '#contract';
import type { CheckoutAction } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { canContinue, isOpen, ownPayment } from './present';

export async function continueCheckout(
  deps: UserContext,
  { payment_id }: { payment_id: string },
): Promise<Output<'payment_checkout'>> {
  const payment = await ownPayment(deps, payment_id);
  if (canContinue(payment, deps.now())) return { payment_id, action: payment.action as CheckoutAction };
  if (isOpen(payment)) throw new AppError('expired', { message: 'This checkout is closed. Choose your plan again.' });
  throw new AppError('conflict', { message: 'This payment is finished.' });
}
