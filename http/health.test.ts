import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { HttpEnv } from './env';
import { type Health, mountHealth } from './health';
import { trustedProxies } from './trusted-proxies';

const options = { optional: ['workers'], proxies: trustedProxies('loopback') };

function serve(report: () => Promise<Health>) {
  let time = 0;
  const app = new Hono<HttpEnv>();
  mountHealth(app, { ...options, report, now: () => time });
  const ask = async (path: string, clientAddress = '127.0.0.1') => {
    const reply = await app.request(path, {}, { clientAddress });
    return { status: reply.status, body: await reply.json(), caching: reply.headers.get('cache-control') };
  };
  return { ask, later: (ms: number) => (time += ms) };
}

const health = (parts: Record<string, boolean>): Health => ({
  ok: Object.values(parts).every(Boolean),
  parts: Object.fromEntries(Object.entries(parts).map(([name, ok]) => [name, { ok, detail: 'a detail' }])),
});

test('healthz ignores optional parts only', async () => {
  const noWorkers = serve(async () => health({ database: true, workers: false }));
  expect(await noWorkers.ask('/healthz')).toEqual({ status: 200, body: { ok: true }, caching: 'no-store' });
  expect((await noWorkers.ask('/readyz')).status).toBe(503);
  const noDatabase = serve(async () => health({ database: false, workers: true }));
  expect((await noDatabase.ask('/healthz')).status).toBe(503);
});

test('details are visible in private networks only', async () => {
  const { ask } = serve(async () => health({ database: false }));
  expect((await ask('/readyz', '10.0.0.7')).body).toHaveProperty('parts.database.detail');
  expect((await ask('/readyz', '203.0.113.9')).body).toEqual({ ok: false });
});

test('parts are checked at most once a second', async () => {
  let asked = 0;
  const { ask, later } = serve(async () => {
    asked++;
    return health({ database: true });
  });
  await Promise.all(Array.from({ length: 50 }, () => ask('/readyz')));
  expect(asked).toBe(1);
  later(1_000);
  await ask('/healthz');
  expect(asked).toBe(2);
});

test('a clock that is set back keeps no old answer', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-01-01T12:01:30Z') });
  onTestFinished(() => void vi.useRealTimers());
  let database = false;
  const app = new Hono<HttpEnv>();
  mountHealth(app, { ...options, report: async () => health({ database }) });
  const status = async () => (await app.request('/healthz', {}, { clientAddress: '127.0.0.1' })).status;
  expect(await status()).toBe(503);
  database = true;
  vi.setSystemTime(new Date('2026-01-01T12:00:00Z'));
  vi.advanceTimersByTime(1_000);
  expect(await status()).toBe(200);
});

test('failing and hanging checks are answered', async () => {
  const failing = serve(() => Promise.reject(new Error('no route to host')));
  expect(await failing.ask('/readyz')).toMatchObject({ status: 503, body: { parts: { health: { ok: false } } } });
  const hanging = serve(() => new Promise(() => {}));
  expect(await hanging.ask('/healthz')).toMatchObject({ status: 503 });
});
