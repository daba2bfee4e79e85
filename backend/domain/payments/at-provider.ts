import { ProviderRefused, ProviderUnavailable, type PaymentProvider } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { Deps } from '#backend/domain/context';

/** Asks a provider something; its faults become ours to tell: come back later, or choose another way. */
export async function atProvider<T>(
  { log }: Pick<Deps, 'log'>,
  { name }: PaymentProvider,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ProviderUnavailable) {
      log.warn({ provider: name, reason: cause.message }, 'a payment provider did not answer');
      const message = 'The payment provider does not answer right now. Nothing was paid: please try again shortly.';
      throw new AppError('unavailable', { message, cause });
    }
    if (cause instanceof ProviderRefused) {
      log.error({ provider: name, reason: cause.message }, 'a payment provider refused');
      const message = 'The payment provider did not accept this. Nothing was paid: please choose another way to pay.';
      throw new AppError('conflict', { message, cause });
    }
    throw cause;
  }
}
