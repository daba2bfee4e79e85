import Stripe from 'stripe';
import { ProviderRefused, ProviderUnavailable } from '#backend/providers/payments/port';

const { StripeAPIError, StripeConnectionError, StripeError, StripeRateLimitError } = Stripe.errors;

export async function withStripeErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof StripeError)) throw cause;
    const isAway =
      cause instanceof StripeConnectionError ||
      cause instanceof StripeAPIError ||
      cause instanceof StripeRateLimitError;
    const Failure = isAway ? ProviderUnavailable : ProviderRefused;
    throw new Failure(`${cause.type}: ${cause.message}`, { cause });
  }
}
