import { retryRule } from '#contract/rules';

import { addLostRequest } from './lost-requests.client';

/** After the attempts of the retry rule; the `online` event comes first if the browser noticed the loss. */
const laterAttemptsMs = 3_000;

/** Statuses of a proxy whose server does not answer. */
const isFromProxy = ({ status, headers }: Response) =>
  status >= 502 && status <= 504 && !headers.has('x-remix-response');

/**
 * Sends a request until the server answers. Buffers the answer, so that a connection lost inside it counts, too.
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
 * Calls `attempt` until it returns an answer instead of null: five times by the retry rule (the specification, point 8),
 * then every three seconds, and as soon as the browser is online again.
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
      await pause(number < retryRule.attempts ? retryRule.stepMs * number : laterAttemptsMs, signal);
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

/** Ends early when the browser is online again. */
function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
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

/** The server passes it on to the API's calls, so that a form that arrives twice has its effect once. */
export function submissionKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
