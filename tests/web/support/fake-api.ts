import './environment';

import { http, HttpResponse, type HttpHandler } from 'msw';

import { calls, failure, type CallName, type ErrorName, type Input, type Output } from '#contract';
import { network } from '#tests/support/network';

export const apiUrl = 'https://api.test';

interface Received<N extends CallName> {
  input: Input<N>;
  headers: Headers;
}

type Answer<N extends CallName> = Output<N> | ((received: Received<N>) => Output<N>);

/** Default: the contract's example. Returns received requests. */
export function answer<N extends CallName>(name: N, given?: Answer<N>): Received<N>[] {
  const received: Received<N>[] = [];
  fake(name, async (request) => {
    const call = { input: (await inputOf(name, request)) as Input<N>, headers: request.headers };
    received.push(call);
    const output = typeof given === 'function' ? given(call) : (given ?? exampleOf(name));
    return HttpResponse.json({ code: 200, data: output, message: '' });
  });
  return received;
}

export function answerError(
  name: CallName,
  error: ErrorName,
  more: { message?: string; fields?: Record<string, string> } = {},
) {
  fake(name, () => {
    const envelope = failure({ error, ...more }, 'test-trace');
    return HttpResponse.json(envelope, { status: envelope.code });
  });
}

export const exampleOf = <N extends CallName>(name: N) => calls[name].examples[0].output as Output<N>;

function fake(name: CallName, resolve: (request: Request) => Promise<Response> | Response): void {
  const { method, path } = calls[name];
  const on = method === 'GET' ? http.get : http.post;
  network.use(on(apiUrl + path, ({ request }) => resolve(request)) as HttpHandler);
}

async function inputOf(name: CallName, request: Request): Promise<unknown> {
  if (calls[name].method === 'GET') return Object.fromEntries(new URL(request.url).searchParams);
  return calls[name].body === 'multipart' ? Object.fromEntries(await request.formData()) : request.json();
}
