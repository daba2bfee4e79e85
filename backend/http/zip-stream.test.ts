import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Storage } from '#backend/providers/storage/port';
import { readZip } from '#tests/support/read-zip';
import { zipLength, zipStream } from './zip-stream';

const chunk = Buffer.alloc(64 * 1024, 7);

function endlessStorage() {
  const opened: Readable[] = [];
  const open = async () => {
    const stream = new Readable({ read: () => void stream.push(chunk) });
    opened.push(stream);
    return { stream, size: Infinity, range: { start: 0, end: Infinity } };
  };
  return { opened, storage: { open } as unknown as Storage };
}

const file = (name: string, size: number) => ({ key: name, name, size, changed: new Date(0) });

test('the length is known before the zip is made', async () => {
  const contents: Record<string, string> = { 'a.jpg': 'first', 'café.jpg': '' };
  const open = async (key: string) => ({ stream: Readable.from([Buffer.from(contents[key]!)]) });
  const files = Object.entries(contents).map(([name, text]) => file(name, text.length));
  const zip = Buffer.from(await new Response(zipStream({ open } as never, files)).arrayBuffer());
  expect(zipLength(files)).toBe(BigInt(zip.length));
  expect(Object.entries(readZip(zip)).map(([name, bytes]) => [name, bytes.toString()])).toEqual(
    Object.entries(contents),
  );
});

test('a download that the client ends closes the open file and opens no other', async () => {
  const { opened, storage } = endlessStorage();
  const reader = zipStream(storage, [file('a.jpg', 1), file('b.jpg', 1)]).getReader();
  while (opened.length === 0) await reader.read();
  await reader.cancel();
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});

test('a file that is removed meanwhile breaks the download off', async () => {
  const files = zipStream({ open: async () => null } as never, [file('a.jpg', 1)]);
  await expect(new Response(files).arrayBuffer()).rejects.toThrow('removed');
});
