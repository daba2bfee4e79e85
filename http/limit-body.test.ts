import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { BodyTooLarge, limitBody, type BodyLimit } from './limit-body';

function serve(limit: BodyLimit) {
  const app = new Hono();
  let isHandled = false;
  app.onError((error, context) => context.text(error.message, error instanceof BodyTooLarge ? 413 : 500));
  app.use(async (context, next) => {
    await limitBody(context, limit);
    await next();
  });
  app.post('*', async (context) => {
    isHandled = true;
    return context.text(String((await context.req.arrayBuffer()).byteLength));
  });
  const send = async (body: BodyInit | null, headers: Record<string, string> = {}) => {
    const reply = await app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
    return `${reply.status} ${await reply.text()}`;
  };
  return { send, isHandled: () => isHandled };
}

function chunks(count: number, size: number) {
  const given = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (given.bytes >= count * size) return controller.close();
      given.bytes += size;
      controller.enqueue(new Uint8Array(size));
    },
  });
  return { body, given };
}

test('a declared length is checked before reading', async () => {
  const { body, given } = chunks(1000, 1000);
  const { send, isHandled } = serve({ maxBytes: 5000, read: 'whole' });
  expect(await send(body, { 'content-length': '1000000' })).toMatch(/^413 .*at most 4 kB/);
  expect([given.bytes <= 1000, isHandled()]).toEqual([true, false]);
});

test.each(['whole', 'stream'] as const)('a chunked body is counted: %s', async (read) => {
  const { send } = serve({ maxBytes: 5000, read });
  expect(await send(chunks(5, 1000).body)).toBe('200 5000');
  const { body, given } = chunks(1000, 1000);
  expect(await send(body)).toMatch(/^413/);
  expect(given.bytes).toBeLessThan(10_000);
});

test('a buffered body reaches its handler within the limit only', async () => {
  const { send, isHandled } = serve({ maxBytes: 5000, read: 'whole' });
  await send(chunks(6, 1000).body);
  expect(isHandled()).toBe(false);
});

test('a request without a body passes', async () => {
  const { send } = serve({ maxBytes: 5000, read: 'whole' });
  expect(await send(null)).toBe('200 0');
  expect(await send('')).toBe('200 0');
});
