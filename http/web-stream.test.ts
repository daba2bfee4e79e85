import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { webStream } from './web-stream';

const waiting = (...chunks: Buffer[]) => {
  const readable = new Readable({ read() {} });
  for (const chunk of chunks) readable.push(chunk);
  return readable;
};

test('a stream is read to its end', async () => {
  const readable = Readable.from([Buffer.from('a'), Buffer.from('b')], { objectMode: false });
  expect(await new Response(webStream(readable)).text()).toBe('ab');
});

test('a stream that fails fails its reader, also before it is read', async () => {
  const readable = waiting();
  const stream = webStream(readable);
  readable.destroy(new Error('The disk is gone.'));
  await nextTurn();
  await expect(new Response(stream).text()).rejects.toThrow('The disk is gone.');
});

test('a stream that is cancelled while it is read is destroyed, and nothing else', async () => {
  for (const readable of [waiting(), waiting(...Array<Buffer>(4).fill(Buffer.alloc(100_000)))]) {
    const reader = webStream(readable).getReader();
    if (readable.readableLength > 0) await reader.read();
    await nextTurn();
    const pending = reader.read();
    await reader.cancel();
    expect(await pending).toEqual({ done: true, value: undefined });
    await nextTurn();
    expect(readable.destroyed).toBe(true);
  }
});
