import { retryRule } from '#contract/rules';

import { addLostRequest } from './lost-requests.client';

/** Between attempts after those of the retry rule. */
const laterAttemptsMs = 3_000;

/** A proxy whose server does not answer. */
const isFromProxy = ({ status, headers }: Response) =>
  status >= 502 && status <= 504 && !headers.has('x-remix-response');

/**
 * Buffers the answer, so that a connection lost inside it counts.
 * @throws the signal's reason when it aborts
 */
export function sendUntilAnswered(send: () => Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  return untilAnswered(async () => {
    try {
      const answer = await buffer(await send());
      return isFromProxy(answer) ? null : answer;
    } catch {
      return null;
    }
  }, signal);
}

/**
 * Null means no answer. Five attempts by the retry rule (specification, point 8), then every three seconds
 * and when the browser comes online.
 * @throws the signal's reason when it aborts
 */
export async function untilAnswered<T>(
  attempt: (number: number) => Promise<T | null>,
  signal?: AbortSignal | null,
): Promise<T> {
  let endLoss: (() => void) | undefined;
  try {
    for (let number = 1; ; number++) {
      const answer = await attempt(number);
      signal?.throwIfAborted();
      if (answer) return answer;
      endLoss ??= addLostRequest();
      await pauseBeforeAttempt(number + 1, signal);
    }
  } finally {
    endLoss?.();
  }
}

async function buffer(answer: Response): Promise<Response> {
  if (answer.status === 204) return answer;
  const { status, statusText, headers } = answer;
  return new Response(await answer.arrayBuffer(), { status, statusText, headers });
}

/** Ends early when the browser comes online. The number is two or more. */
export function pauseBeforeAttempt(number: number, signal?: AbortSignal | null): Promise<void> {
  const ms = number <= retryRule.attempts ? retryRule.stepMs * (number - 1) : laterAttemptsMs;
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer);
      removeEventListener('online', goOn);
      signal?.removeEventListener('abort', giveUp);
      finish();
    };
    const goOn = () => end(resolve);
    const giveUp = () => end(() => reject(signal!.reason as Error));
    const timer = setTimeout(goOn, ms);
    addEventListener('online', goOn);
    signal?.addEventListener('abort', giveUp);
  });
}

/** Passed on to the API: a form that arrives twice has one effect. */
export function submissionKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
