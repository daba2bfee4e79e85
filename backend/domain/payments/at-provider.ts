import { ProviderRefused, ProviderUnavailable, type PaymentProvider } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';

export async function callProvider<T>(
  { log }: Pick<AppContext, 'log'>,
  { name }: PaymentProvider,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    if (cause instanceof ProviderUnavailable) {
      log.warn({ provider: name, reason: cause.message }, 'payment_provider_unavailable');
      const message = 'The payment provider does not answer right now. Nothing was paid: please try again shortly.';
      throw new AppError('unavailable', { message, cause });
    }
    if (cause instanceof ProviderRefused) {
      log.error({ provider: name, reason: cause.message }, 'payment_provider_refused');
      const message = 'The payment provider did not accept this. Nothing was paid: please choose another way to pay.';
      throw new AppError('conflict', { message, cause });
    }
    throw cause;
  }
}
