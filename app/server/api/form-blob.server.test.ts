import { openAsBlob } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { expect, test } from 'vitest';

import { scratchFolder } from '#tests/support/scratch';
import { unhandledRejections } from '#tests/support/unhandled-rejections';

import { formBlob } from './form-blob.server';

const request = (...fields: [string, unknown][]) =>
  new Request('http://site.example/', { method: 'POST', body: formBlob(fields) });

async function fileOf(bytes: number): Promise<Blob> {
  const path = join(scratchFolder(), 'photo.jpg');
  await writeFile(path, '');
  await truncate(path, bytes);
  return openAsBlob(path, { type: 'image/jpeg' });
}

test('a form is read as it was written', async () => {
  const photo = new Blob(['--form\r\nbytes\r\n'], { type: 'image/png' });
  const form = await request(
    ['name', 'Zoë\r\n"'],
    ['count', 3],
    ['photo', photo],
    ['other', new Blob(['x'])],
  ).formData();
  expect([...form.keys()]).toEqual(['name', 'count', 'photo', 'other']);
  expect([form.get('name'), form.get('count')]).toEqual(['Zoë\r\n"', '3']);
  const [read, other] = ['photo', 'other'].map((name) => form.get(name) as File);
  expect([read.type, await read.text(), other.type]).toEqual([
    'image/png',
    await photo.text(),
    'application/octet-stream',
  ]);
});

test('a large file does not lie in memory as a whole', async () => {
  const { body } = request(['photo', await fileOf(300e6)]);
  const before = process.memoryUsage().arrayBuffers;
  let [arrived, most] = [0, 0];
  const reader = new Writable({
    write(chunk: Buffer, _encoding, done) {
      arrived += chunk.length;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      setImmediate(done);
    },
  });
  await pipeline(Readable.fromWeb(body as never), reader);
  expect(arrived).toBeGreaterThan(300e6);
  expect(most).toBeLessThan(150e6);
});

test('a reader that stops early rejects alone', async () => {
  const unhandled = unhandledRejections();
  const { body } = request(['photo', await fileOf(10e6)]);
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('full')) });
  await expect(pipeline(Readable.fromWeb(body as never), full)).rejects.toThrow('full');
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).not.toHaveBeenCalled();
});
