import { errors } from '#contract/errors';
import { retryRule } from '#contract/rules';

import { ApiError, NetworkError, TimeoutError } from '~/server/errors';

export interface Clock {
  wait(ms: number): Promise<void>;
  /** Returns the cancel function. */
  setTimer(ms: number, ring: () => void): () => void;
}

export const systemClock: Clock = {
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  setTimer(ms, ring) {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
};

/** Up to 5 attempts, 300 ms × attempt number apart. Source: the specification, point 8. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  clock: Clock,
  canRetryAfter: (error: unknown) => boolean,
): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await attempt();
    } catch (error) {
      if (number === retryRule.attempts || !canRetryAfter(error)) throw error;
      await clock.wait(retryRule.stepMs * number);
    }
  }
}

/** For calls that are safe to send twice. Not client errors or contract violations. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.code ? errors[error.code].retry : error.status >= 500;
}

/**
 * For any call: the API has not received it. A 5xx is no proof, 503 included: the database may be lost after the effect.
 */
export const isUnsent = (error: unknown): boolean => error instanceof NetworkError && isConnectFailure(error.cause);

/** Of Node's `fetch`; several addresses of one host fail together. */
function isConnectFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isConnectFailure);
  if (!(error instanceof Error)) return false;
  const { code, syscall, cause } = error as NodeJS.ErrnoException;
  return (
    syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT' || isConnectFailure(cause)
  );
}
