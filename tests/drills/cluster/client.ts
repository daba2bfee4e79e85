import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { type Call, type CallName, calls, type Input, type Output } from '#contract';

/** One attempt that did not end as it should. */
export interface Failure {
  at: number;
  /** A status, `lost` for a broken connection, `silent` without an answer in time. */
  how: string;
}

/** Of all users together. */
export class Observations {
  requests: number[] = [];
  failures: Failure[] = [];
  /** Milliseconds until an answer or a lost connection, with the time of its begin. */
  slowest: { at: number; ms: number }[] = [];
  faults: string[] = [];
}

export class GaveUp extends Error {}

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    message: string,
  ) {
    super(`${status} ${error}: ${message}`);
  }
}

const retryMs = [300, 600, 1_200, 2_400, 4_800];
const silenceMs = 60_000;
const stackTrace = /\n\s+at |node_modules|\/build\/|postgres(ql)?:\/\//;

/** Retries as docs/api.md says: after a lost connection, a 5xx or a 429, with the same body and key. */
export async function requestWithRetries(
  told: Observations,
  url: string,
  init: () => RequestInit,
): Promise<{ response: Response; body: Buffer; attempts: number }> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(told, url, init());
    const isRetried = !outcome || outcome.response.status >= 500 || outcome.response.status === 429;
    if (!isRetried) return { ...outcome, attempts: attempt + 1 };
    if (attempt === retryMs.length) throw new GaveUp(`${new URL(url).pathname} failed ${attempt + 1} times`);
    await pause(1000 * Number(outcome?.response.headers.get('retry-after') ?? 0) || retryMs[attempt]!);
  }
}

async function attemptOnce(told: Observations, url: string, init: RequestInit) {
  const at = Date.now();
  told.requests.push(at);
  const fail = (how: string) => void told.failures.push({ at, how });
  try {
    const headers = { ...init.headers, connection: 'close', 'x-forwarded-for': '203.0.113.7' };
    const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(silenceMs) });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status >= 500 || response.status === 429) fail(String(response.status));
    if (response.status >= 500) inspect(told, new URL(url).pathname, response.status, body);
    return { response, body };
  } catch (error) {
    fail((error as Error).name === 'TimeoutError' ? 'silent' : 'lost');
    return undefined;
  } finally {
    told.slowest.push({ at, ms: Date.now() - at });
  }
}

function inspect(told: Observations, path: string, status: number, body: Buffer): void {
  const text = body.toString();
  if (stackTrace.test(text)) told.faults.push(`${path} answered ${status} with internals: ${text.slice(0, 200)}`);
  // 503 is how the product says that a part is down; 500 is a bug.
  if (status !== 503) told.faults.push(`${path} answered ${status}: ${text.slice(0, 200)}`);
}

export interface Caller {
  token: string;
  call<N extends CallName>(name: N, input: Input<N>): Promise<Output<N>>;
}

export function callerAt(told: Observations, apiUrl: string, token = ''): Caller {
  return {
    token,
    async call(name, input) {
      const { path, body } = calls[name] as Call;
      const key = randomUUID();
      const form = () => {
        const data = new FormData();
        for (const [field, value] of Object.entries(input)) data.set(field, value as Blob);
        return data;
      };
      const isForm = body === 'multipart';
      const { body: bytes } = await requestWithRetries(told, apiUrl + path, () => ({
        method: 'POST',
        body: isForm ? form() : JSON.stringify(input),
        headers: {
          'idempotency-key': key,
          ...(isForm ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
      }));
      const envelope = JSON.parse(bytes.toString());
      if (envelope.code !== 200) throw new Refused(envelope.code, envelope.error, `${path}: ${envelope.message}`);
      return envelope.data;
    },
  };
}
