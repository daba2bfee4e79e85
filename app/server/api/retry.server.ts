import { retryRule } from '#contract/rules';

import { ApiError, NetworkError, TimeoutError } from '~/server/errors';

/** What the retry rule needs of time; tests bring their own. */
export interface Clock {
  wait(ms: number): Promise<void>;
  /** Calls back after `ms` unless the returned function is called first. */
  setTimer(ms: number, ring: () => void): () => void;
}

export const systemClock: Clock = {
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  setTimer(ms, ring) {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Runs a call up to 5 times, waiting 300 ms × the number of the attempt that failed, when trying again can help.
 * The last failure is thrown as it is. Source: the specification, point 8.
 */
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

/** Lost connections, timeouts and faults of the server; never a plain no, nor an answer we cannot read. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof ApiError && error.status >= 500 && !retryRule.never.includes(error.status);
}
