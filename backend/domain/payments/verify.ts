import type { Output, Parsed } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { Signed } from '#backend/domain/context';
import { isOpen, ownPayment, presentPayment } from './present';
import { settle } from './sync-payment';

/**
 * How a payment stands, asked of the provider while it is open. Called from the return page as often as it is loaded:
 * what was granted once is not granted again, and somebody else's payment is not found.
 */
export async function verify(deps: Signed, { id, type }: Parsed<'payment_verify'>): Promise<Output<'payment_verify'>> {
  const known = await ownPayment(deps, id);
  if (known.product.type !== type) throw new AppError('not_found');
  const payment = isOpen(known) && known.checkout_ref ? await settle(deps, id) : known;
  return { status: payment.status, payment: presentPayment(payment, deps.now()) };
}
