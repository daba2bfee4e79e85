import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { HttpEnv } from './env';
import { limitBody, type BodyLimit } from './limit-body';

function serve(limit: BodyLimit) {
  const app = new Hono<HttpEnv>();
  let isHandled = false;
  const statuses = { BodyTooLarge: 413, TooManyBodies: 503, BodyTooSlow: 408 } as const;
  app.onError((error, context) => context.text(error.message, statuses[error.name as keyof typeof statuses] ?? 500));
  app.use(async (context, next) => {
    await limitBody(context, limit);
    await next();
  });
  app.post('*', async (context) => {
    isHandled = true;
    return context.text(String((await context.req.arrayBuffer()).byteLength));
  });
  const send = async (body: BodyInit | null, headers: Record<string, string> = {}, network?: string) => {
    const request = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
    const reply = await app.request('/', request, { network });
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

/** Begins with `size` bytes, and goes on until `end`. */
function unfinished(size: number) {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (given) => (controller = given) });
  controller.enqueue(new Uint8Array(size));
  onTestFinished(() => controller.error(new Error('The client left.')));
  return { body, end: () => controller.close() };
}

test('bodies of one network that do not end keep no other caller out', async () => {
  const megabyte = 1_048_576;
  const { send } = serve({ maxBytes: megabyte, read: 'whole' });
  const answers = Array.from({ length: 70 }, () => send(unfinished(megabyte).body, {}, '203.0.113.7'));
  expect(await Promise.all(answers.slice(0, 6))).toEqual(Array(6).fill(expect.stringMatching(/^503/)));
  for (const network of ['198.51.100.1', '203.0.113.7'])
    expect(await send(chunks(16, 65_536).body, {}, network)).toBe(`200 ${megabyte}`);
});

test('a body has 2 minutes to arrive', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { send } = serve({ maxBytes: 5000, read: 'whole' });
  const slow = unfinished(1000);
  const [never, late] = [send(unfinished(1).body), send(slow.body)];
  await vi.advanceTimersByTimeAsync(119_000);
  slow.end();
  expect(await late).toBe('200 1000');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await never).toMatch(/^408 .*longer than 2 minutes/);
});

test('chunks are copied: tiny ones, kept, would take hundreds of bytes each', async () => {
  const chunk = new Uint8Array(1);
  const pull = (controller: ReadableStreamDefaultController) => {
    if (chunk[0] === 100) return controller.close();
    chunk[0]!++;
    controller.enqueue(chunk);
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const context = {
    req: { raw: new Request('http://site/', { method: 'POST', body, duplex: 'half' } as RequestInit) },
  };
  await limitBody(context as never, { maxBytes: 5000, read: 'whole' });
  const read = new Uint8Array(await context.req.raw.arrayBuffer());
  expect([...read]).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});
