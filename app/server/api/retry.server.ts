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
export async function withRetries<T>(attempt: () => Promise<T>, clock: Clock): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await attempt();
    } catch (error) {
      if (number === retryRule.attempts || !isRetryable(error)) throw error;
      await clock.wait(retryRule.stepMs * number);
    }
  }
}

/** Not client errors or contract violations. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof ApiError && error.status >= 500 && !retryRule.never.includes(error.status);
}
