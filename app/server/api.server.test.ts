import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { calls, failure, type ErrorName } from '#contract';
import { exampleOf } from '#tests/web/support/fake-api';

import { call, type CallOptions } from './api.server';
import { isUnsent, type Clock } from './api/retry.server';
import { ApiError, ContractError, NetworkError, TimeoutError } from './errors';

/** Records waits, fires timers on demand. */
function fakeClock() {
  const waits: number[] = [];
  const alarms = new Set<() => void>();
  const clock: Clock = {
    wait: async (ms) => void waits.push(ms),
    setTimer(_ms, ring) {
      alarms.add(ring);
      return () => alarms.delete(ring);
    },
  };
  return { clock, waits, ringAll: () => alarms.forEach((ring) => ring()) };
}

/** The n-th behaviour handles the n-th request; the last repeats. */
async function serve(...behaviours: RequestListener[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    behaviours[Math.min(requests.length, behaviours.length) - 1]!(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { requests, server, baseUrl: `http://127.0.0.1:${port}` };
}

const reset: RequestListener = (request) => request.socket.destroy();
const say =
  (status: number, body: string): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status).end(body);
  };
const refuse = (error: ErrorName) => {
  const envelope = failure({ error }, 'trace-1');
  return say(envelope.code, JSON.stringify(envelope));
};
const succeed = say(200, JSON.stringify({ code: 200, data: exampleOf('my_userinfo'), message: '' }));

const userinfo = (options: CallOptions) => call('my_userinfo', {}, options);
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

const allWaits = [300, 600, 900, 1200];

test('a first answer is taken, and the token is sent along', async () => {
  const { baseUrl, requests } = await serve(succeed);
  const { clock, waits } = fakeClock();
  expect(await userinfo({ baseUrl, clock, token: 'fs_1' })).toEqual(exampleOf('my_userinfo'));
  expect(requests.map(({ headers, method, url }) => [method, url, headers.authorization, headers.prefer])).toEqual([
    ['POST', '/my/userinfo', 'Bearer fs_1', 'relative-links'],
  ]);
  expect(waits).toEqual([]);
});

test.each([
  ['a reset connection', reset],
  ['status 500', refuse('internal')],
  ['status 503', refuse('unavailable')],
  ['status 502 of a proxy', say(502, '<h1>Bad gateway</h1>')],
])('%s is tried again, with growing pauses, until it works', async (_what, behaviour) => {
  const { baseUrl, requests } = await serve(behaviour, behaviour, behaviour, behaviour, succeed);
  const { clock, waits } = fakeClock();
  expect(await userinfo({ baseUrl, clock })).toEqual(exampleOf('my_userinfo'));
  expect(requests).toHaveLength(5);
  expect(waits).toEqual(allWaits);
});

test('a connection that stays broken fails as it is, after five attempts', async () => {
  const { baseUrl, requests } = await serve(reset);
  const { clock, waits } = fakeClock();
  expect(await failureOf(userinfo({ baseUrl, clock }))).toBeInstanceOf(NetworkError);
  expect(requests).toHaveLength(5);
  expect(waits).toEqual(allWaits);
});

test('a refused connection is a lost connection, too', async () => {
  const { baseUrl, server } = await serve(succeed);
  server.close();
  const { clock, waits } = fakeClock();
  expect(await failureOf(userinfo({ baseUrl, clock }))).toBeInstanceOf(NetworkError);
  expect(waits).toEqual(allWaits);
});

test('silence is a timeout: tried again, and thrown as such in the end', async () => {
  const { clock, waits, ringAll } = fakeClock();
  const { baseUrl, requests } = await serve(() => ringAll());
  expect(await failureOf(userinfo({ baseUrl, clock }))).toBeInstanceOf(TimeoutError);
  expect(requests).toHaveLength(5);
  expect(waits).toEqual(allWaits);
});

test('an answer that breaks off in the middle is a lost connection', async () => {
  const { baseUrl, requests } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '500' });
    response.write('{"code":200,', () => response.socket?.destroy());
  }, succeed);
  const { clock } = fakeClock();
  expect(await userinfo({ baseUrl, clock })).toEqual(exampleOf('my_userinfo'));
  expect(requests).toHaveLength(2);
});

test.each([
  ['unauthenticated', 401],
  ['suspended', 403],
  ['not_found', 404],
  ['too_many_requests', 429],
  ['invalid_input', 422],
  ['conflict', 409],
  ['insufficient_credits', 402],
] as const)('%s is final: status %i is not tried again', async (error, status) => {
  const { baseUrl, requests } = await serve(refuse(error), succeed);
  const { clock, waits } = fakeClock();
  const thrown = await failureOf(userinfo({ baseUrl, clock }));
  expect(thrown).toBeInstanceOf(ApiError);
  expect(thrown).toMatchObject({ code: error, status, traceId: 'trace-1' });
  expect(requests).toHaveLength(1);
  expect(waits).toEqual([]);
});

test('a lasting 500 fails with the words of the server', async () => {
  const { baseUrl } = await serve(refuse('internal'));
  const { clock } = fakeClock();
  const thrown = await failureOf(userinfo({ baseUrl, clock }));
  expect(thrown).toMatchObject({ name: 'ApiError', status: 500 });
  expect((thrown as ApiError).message).toBe('Something went wrong on our side. Please try again.');
});

test.each([
  ['no JSON', 'hello'],
  ['no envelope', '{"uid":"1"}'],
  ['another shape', JSON.stringify({ code: 200, data: { uid: 1 }, message: '' })],
])('%s breaks the contract, and trying again would not help', async (_what, body) => {
  const { baseUrl, requests } = await serve(say(200, body));
  const { clock } = fakeClock();
  expect(await failureOf(userinfo({ baseUrl, clock }))).toBeInstanceOf(ContractError);
  expect(requests).toHaveLength(1);
});

test('a failure in the envelope counts, whatever the HTTP status says', async () => {
  const { baseUrl } = await serve(say(200, JSON.stringify(failure({ error: 'conflict' }, 't'))));
  const { clock } = fakeClock();
  expect(await failureOf(userinfo({ baseUrl, clock }))).toMatchObject({ name: 'ApiError', code: 'conflict' });
});

const newKey = calls.my_api_key_create.examples[0].input;
const made = say(200, JSON.stringify({ code: 200, data: exampleOf('my_api_key_create'), message: '' }));

test.each([
  ['a reset connection', reset],
  ['status 500', refuse('internal')],
  ['status 503', refuse('unavailable')],
  ['status 502 of a proxy', say(502, '<h1>Bad gateway</h1>')],
])('after %s, a call that may have had its effect is not sent again', async (_what, behaviour) => {
  const { baseUrl, requests } = await serve(behaviour, made);
  const { clock, waits } = fakeClock();
  expect(await failureOf(call('my_api_key_create', newKey, { baseUrl, clock }))).not.toBeNull();
  expect(requests).toHaveLength(1);
  expect(waits).toEqual([]);
});

test('after a timeout, a call that may have had its effect is not sent again', async () => {
  const { clock, ringAll } = fakeClock();
  const { baseUrl, requests } = await serve(() => ringAll(), made);
  const thrown = await failureOf(call('my_api_key_create', newKey, { baseUrl, clock }));
  expect(thrown).toBeInstanceOf(TimeoutError);
  expect(requests).toHaveLength(1);
});

test.each(['127.0.0.1', 'localhost'])('on %s, every call waits for an API that restarts', async (host) => {
  const { baseUrl, server, requests } = await serve(made);
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const { clock, waits } = fakeClock();
  clock.wait = async (ms) => {
    if (waits.push(ms) < 3) return;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const options = { baseUrl: baseUrl.replace('127.0.0.1', host), clock };
  expect(await call('my_api_key_create', newKey, options)).toEqual(exampleOf('my_api_key_create'));
  expect(waits).toEqual([300, 600, 900]);
  expect(requests).toHaveLength(1);
});

const signUrl = { format: 'jpg', name: 'a.jpg', size: 10 };
const signed = say(200, JSON.stringify({ code: 200, data: exampleOf('upload_sign_url'), message: '' }));
const keysOf = (requests: IncomingMessage[]) => requests.map(({ headers }) => headers['idempotency-key']);

test('a call that creates something carries one key through all attempts, and another the next time', async () => {
  const { baseUrl, requests } = await serve(reset, signed);
  const { clock } = fakeClock();
  await call('upload_sign_url', signUrl, { baseUrl, clock });
  await call('upload_sign_url', signUrl, { baseUrl, clock });
  const [first, second, third] = keysOf(requests);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('the key a page has made is the one that is sent; what only reads has none', async () => {
  const { baseUrl, requests } = await serve(signed, succeed);
  const { clock } = fakeClock();
  await call('upload_sign_url', signUrl, { baseUrl, clock, idempotencyKey: 'from-the-page' });
  await userinfo({ baseUrl, clock });
  expect(keysOf(requests)).toEqual(['from-the-page', undefined]);
});

test('a browser that has gone ends the call, and nothing is tried again', async () => {
  const gone = new AbortController();
  const { baseUrl, requests } = await serve(() => gone.abort());
  const { clock, waits } = fakeClock();
  expect(await failureOf(userinfo({ baseUrl, clock, signal: gone.signal }))).toMatchObject({ name: 'AbortError' });
  expect(requests).toHaveLength(1);
  expect(waits).toEqual([]);
});

test('a call is unsent only if no address could be connected to', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' });
  const after = (...faults: Error[]) =>
    isUnsent(
      new NetworkError('my_userinfo', { cause: new TypeError('fetch failed', { cause: new AggregateError(faults) }) }),
    );
  expect([after(refused, refused), after(refused, reset), after(reset)]).toEqual([true, false, false]);
});
