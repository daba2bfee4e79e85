import type { Output, Parsed } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { isOpen, ownPayment, presentPayment } from './present';
import { syncPayment } from './sync-payment';

export async function verify(
  deps: UserContext,
  { id, type }: Parsed<'payment_verify'>,
): Promise<Output<'payment_verify'>> {
  const known = await ownPayment(deps, id);
  if (known.product.type !== type) throw new AppError('not_found');
  const payment = isOpen(known) && known.checkout_ref ? await syncPayment(deps, id) : known;
  return { status: payment.status, payment: presentPayment(payment, deps.now()) };
}
