import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rm } from 'node:fs/promises';
import { storageConformance } from '#tests/support/conformance/storage';
import { diskStorage } from './disk';
import { StorageFull } from './port';
import { readGrant } from './signature';

const secret = 'a secret of this test alone, long enough';

async function disk() {
  const root = await mkdtemp(join(tmpdir(), 'storage-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return { root, storage: diskStorage({ root, secret, publicUrl: '/api' }) };
}

storageConformance('disk', async () => (await disk()).storage);

async function* one() {
  yield Buffer.from('x');
}

test('a failed write leaves no partial file', async () => {
  const { root, storage } = await disk();
  const tooMuch = (async function* () {
    yield Buffer.alloc(100);
  })();
  await expect(storage.put('a.jpg', tooMuch, { maxBytes: 10 })).rejects.toThrow();
  expect(await readdir(join(root, '.incoming'))).toEqual([]);
});

test.each(['ENOSPC', 'EDQUOT'])('a write that ends with %s says that the storage is full', async (code) => {
  const { root, storage } = await disk();
  const filling = (async function* () {
    yield Buffer.alloc(100);
    throw Object.assign(new Error(`${code}: write`), { code });
  })();
  await expect(storage.put('a.jpg', filling)).rejects.toThrow(StorageFull);
  expect(await readdir(join(root, '.incoming'))).toEqual([]);
});

test('a folder is removed with its last file, abandoned empty ones later', async () => {
  const { root, storage } = await disk();
  await storage.put('m/1/a.jpg', one());
  await storage.put('m/1/b.jpg', one());
  await storage.remove('m/1/a.jpg');
  expect(await readdir(join(root, 'm'))).toEqual(['1']);
  await storage.remove('m/1/b.jpg', 'm/never/x.jpg');
  expect(await readdir(join(root, 'm'))).toEqual([]);
  await mkdir(join(root, 'm/2/3'), { recursive: true });
  await mkdir(join(root, 'lost+found'));
  await storage.clearAbandoned(new Date(Date.now() - 60_000));
  expect(await readdir(join(root, 'm')), 'a new folder may be about to be used').toEqual(['2']);
  await storage.clearAbandoned(new Date(Date.now() + 60_000));
  expect(await readdir(root), 'of a disk that is mounted here').toEqual(['lost+found']);
});

/** A file arrived between the removal of the last one and that of the folder. */
const unlessNotEmpty = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOTEMPTY') throw error;
};

test('a file is stored while its folder is removed concurrently', async () => {
  const { root, storage } = await disk();
  let isDone = false;
  const clear = (async () => {
    while (!isDone) await rm(join(root, 'm/1'), { recursive: true, force: true }).catch(unlessNotEmpty);
  })();
  for (let n = 0; n < 50; n++) await storage.put('m/1/a.jpg', one());
  isDone = true;
  await clear;
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

test('a link expires', async () => {
  const { storage } = await disk();
  const { searchParams } = parse(storage.linkToRead('m/a.jpg', { expires: soon() }));
  expect(readGrant(secret, 'GET', 'm/a.jpg', searchParams, new Date())).toMatchObject({ key: 'm/a.jpg' });
  expect(readGrant(secret, 'GET', 'm/a.jpg', searchParams, new Date(Date.now() + 61_000))).toBe('expired');
});
