import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rm } from 'node:fs/promises';
import { storageConformance } from './conformance';
import { diskStorage } from './disk';
import { readGrant } from './signature';

const secret = 'a secret of this test alone, long enough';

async function disk() {
  const root = await mkdtemp(join(tmpdir(), 'storage-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return { root, storage: diskStorage({ root, secret, publicUrl: '/api' }) };
}

storageConformance('disk', async () => (await disk()).storage);

test('leaves no half-written file behind', async () => {
  const { root, storage } = await disk();
  const tooMuch = (async function* () {
    yield Buffer.alloc(100);
  })();
  await expect(storage.put('a.jpg', tooMuch, { maxBytes: 10 })).rejects.toThrow();
  expect(await readdir(join(root, '.incoming'))).toEqual([]);
});

const soon = () => new Date(Date.now() + 60_000);
const parse = (url: string) => new URL(url, 'http://localhost');

test('a write link binds method, key, size and type', async () => {
  const { storage } = await disk();
  const link = storage.linkToWrite('m/a.jpg', { expires: soon(), maxBytes: 5, contentType: 'image/jpeg' });
  const { pathname, searchParams } = parse(link.url);
  expect(pathname).toBe('/api/media/m/a.jpg');
  expect(readGrant(secret, 'PUT', 'm/a.jpg', searchParams, new Date())).toMatchObject({
    maxBytes: 5,
    contentType: 'image/jpeg',
  });
  expect(readGrant(secret, 'GET', 'm/a.jpg', searchParams, new Date())).toBe('forged');
  expect(readGrant(secret, 'PUT', 'm/b.jpg', searchParams, new Date())).toBe('forged');
  expect(readGrant('another secret, as long as the first', 'PUT', 'm/a.jpg', searchParams, new Date())).toBe('forged');
  for (const [name, value] of [
    ['max', '500'],
    ['type', 'text/html'],
    ['expires', '9999999999'],
  ] as const) {
    const altered = new URLSearchParams(searchParams);
    altered.set(name, value);
    expect(readGrant(secret, 'PUT', 'm/a.jpg', altered, new Date()), name).toBe('forged');
  }
});

test('a link ends with its time', async () => {
  const { storage } = await disk();
  const { searchParams } = parse(storage.linkToRead('m/a.jpg', { expires: soon() }));
  expect(readGrant(secret, 'GET', 'm/a.jpg', searchParams, new Date())).toMatchObject({ key: 'm/a.jpg' });
  expect(readGrant(secret, 'GET', 'm/a.jpg', searchParams, new Date(Date.now() + 61_000))).toBe('expired');
});
