import { expect, onTestFinished, test, vi } from 'vitest';
import { receiveOne } from './receiving';

const link = { key: 'materials/a/original.jpg', validMs: 60_000 };

const body = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(3)) });

async function readAll(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of content) expect(chunk).toHaveLength(3);
}

test('a request that has not read its body yet is ended by a newer one, and nothing else fails', async () => {
  let startReading = () => {};
  const mayRead = new Promise<void>((resolve) => (startReading = resolve));
  const first = receiveOne(link, body(), async (content) => {
    await mayRead;
    await readAll(content);
  });
  await receiveOne(link, null, readAll);
  await new Promise(setImmediate); // the stream reports its error by now
  startReading();
  await expect(first).rejects.toMatchObject({ error: 'conflict' });
});

test('the end of a replaced request leaves the newer one in its place, for a third to replace', async () => {
  const first = receiveOne(link, body(), readAll);
  const second = receiveOne(link, body(), readAll);
  await expect(first).rejects.toMatchObject({ error: 'conflict' });
  await receiveOne(link, null, readAll);
  await expect(second).rejects.toMatchObject({ error: 'conflict' });
});

test('nothing waits for the end of the link once the file has arrived', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await receiveOne(link, null, readAll);
  expect(vi.getTimerCount()).toBe(0);
});
