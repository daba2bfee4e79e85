import { ProviderRefused, ProviderUnavailable, type PaymentProvider } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';

const noAnswer = 'The payment provider does not answer right now.';

const general = {
  unavailable: `${noAnswer} Please try again shortly.`,
  refused: 'The payment provider did not accept this. Please try again later, or contact us.',
};

/** Before the buyer has paid. */
export const purchaseFailures = {
  unavailable: `${noAnswer} Nothing was paid: please try again shortly.`,
  refused: 'The payment provider did not accept this. Nothing was paid: please choose another way to pay.',
};

/** The answer of an upgrade that was made may be lost. */
export const upgradeFailures = {
  ...general,
  unavailable: `${noAnswer} See your plan before you try again: it may be changed.`,
};

export async function callProvider<T>(
  { log }: Pick<AppContext, 'log'>,
  { name }: PaymentProvider,
  request: () => Promise<T>,
  failures = general,
): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    if (cause instanceof ProviderUnavailable) {
      log.warn({ provider: name, reason: cause.message }, 'payment_provider_unavailable');
      throw new AppError('unavailable', { message: failures.unavailable, cause });
    }
    if (cause instanceof ProviderRefused) {
      log.error({ provider: name, reason: cause.message }, 'payment_provider_refused');
      throw new AppError('conflict', { message: failures.refused, cause });
    }
    throw cause;
  }
}
