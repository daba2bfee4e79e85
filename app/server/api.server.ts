import { randomUUID } from 'node:crypto';

import { calls, type CallName, type Input, type Output } from '#contract/calls';

import { parseResponse } from './api/response.server';
import { buildRequest } from './api/request.server';
import { isTransient, isUnsent, systemClock, withRetries, type Clock } from './api/retry.server';
import type { Transport } from './api/transport.server';
import { NetworkError, TimeoutError } from './errors';

export interface CallOptions {
  baseUrl: string;
  /** Anonymous without one. */
  token?: string;
  /** The browser has disconnected. */
  signal?: AbortSignal;
  /** From the form, so that a repeated submit counts once. */
  idempotencyKey?: string;
  /** For the API's logs and rate limits. */
  requestId?: string;
  clientAddress?: string;
  /** Of the browser, for the list of signed-in devices. */
  userAgent?: string;
  timeoutMs?: number;
  transport?: Transport;
  clock?: Clock;
}

const defaultTimeoutMs = 20_000;

/**
 * Calls with retries, where the call cannot have its effect twice.
 * @throws ApiError | NetworkError | TimeoutError | ContractError, and the signal's reason when it aborts
 */
export async function call<N extends CallName>(name: N, input: Input<N>, options: CallOptions): Promise<Output<N>> {
  const { idempotent, repeatable } = calls[name];
  // One key for all attempts.
  const key = idempotent ? (options.idempotencyKey ?? randomUUID()) : undefined;
  const attempt = async () => {
    const request = buildRequest(name, input, options.baseUrl, headersFor(options, key));
    const { status, text } = await sendOnce(name, request, options);
    return parseResponse(name, status, text);
  };
  return withRetries(attempt, options.clock ?? systemClock, idempotent || repeatable ? isTransient : isUnsent);
}

/** `relative-links`: the site has several hosts. */
function headersFor(options: CallOptions, key: string | undefined): Headers {
  const { token, requestId, clientAddress, userAgent } = options;
  const headers = new Headers({ accept: 'application/json', prefer: 'relative-links' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (key) headers.set('idempotency-key', key);
  if (requestId) headers.set('x-request-id', requestId);
  if (clientAddress) headers.set('x-forwarded-for', clientAddress);
  if (userAgent) headers.set('user-agent', userAgent);
  return headers;
}

async function sendOnce(
  name: CallName,
  request: Request,
  options: CallOptions,
): Promise<{ status: number; text: string }> {
  const { signal, timeoutMs = defaultTimeoutMs, transport = fetch, clock = systemClock } = options;
  signal?.throwIfAborted();
  const timeout = new AbortController();
  const clearTimer = clock.setTimer(timeoutMs, () => timeout.abort(new TimeoutError(name, timeoutMs)));
  const combinedSignal = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
  try {
    const response = await transport(new Request(request, { signal: combinedSignal }));
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (combinedSignal.aborted) throw combinedSignal.reason;
    throw new NetworkError(name, { cause: error });
  } finally {
    clearTimer();
  }
}
