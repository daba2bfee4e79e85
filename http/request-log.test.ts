import { once } from 'node:events';
import { serve, type ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import pino from 'pino';
import { register } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpEnv } from './env';
import { requestLog } from './request-log';

function logged() {
  const lines: { level: number; status: number; path: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { lines, log };
}

test('an error of the server is an error in the log', async () => {
  const { lines, log } = logged();
  const app = new Hono<HttpEnv>().use(requestLog(log)).get('/x', (context) => context.text('', 500));
  await app.request('/x');
  expect(lines).toMatchObject([{ level: 50, status: 500, path: '/x' }]);
});

test('a request that its client cut off is none, whatever was answered', async () => {
  const { lines, log } = logged();
  const app = new Hono<HttpEnv>().use(requestLog(log)).get('/x', async (context) => {
    const { signal } = context.req.raw;
    cutOff.abort();
    if (!signal.aborted) await once(signal, 'abort');
    return context.text('', 500);
  });
  const cutOff = new AbortController();
  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0 }, () => resolve(started));
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  await expect(fetch(`http://127.0.0.1:${port}/x`, { signal: cutOff.signal })).rejects.toThrow();
  await expect.poll(() => lines).toMatchObject([{ level: 30, status: 499, path: '/x' }]);
});

test('methods that a client invents count as one in the metrics', async () => {
  const app = new Hono<HttpEnv>().use(requestLog(logged().log)).all('/x', (context) => context.text(''));
  await app.request('/x', { method: 'BREW' });
  const metrics = await register.metrics();
  expect(metrics).toContain('method="other"');
  expect(metrics).not.toContain('BREW');
});
