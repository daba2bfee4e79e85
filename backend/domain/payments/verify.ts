import type { Output, Parsed } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { limits } from '#backend/domain/limits';
import { isOpen, ownPayment, presentPayment } from './present';
import { syncPayment } from './sync-payment';

/** Beyond the limit of an account, the answer is the state that is known: each minute the round asks the provider. */
export async function verify(
  deps: UserContext,
  { id, type }: Parsed<'payment_verify'>,
): Promise<Output<'payment_verify'>> {
  const known = await ownPayment(deps, id);
  if (known.product.type !== type) throw new AppError('not_found');
  const canChange = isOpen(known) && known.checkout_ref !== null;
  const payment = canChange && (await mayAsk(deps)) ? await syncPayment(deps, id) : known;
  return { status: payment.status, payment: presentPayment(payment, deps.now()) };
}

async function mayAsk({ limits: counts, accountId }: UserContext): Promise<boolean> {
  const { waitMs } = await counts.consume(limits.paymentCheckOfAccount, accountId);
  return waitMs === 0;
}
