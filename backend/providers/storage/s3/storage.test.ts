import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Upload } from '@tus/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StorageUnavailable } from '#backend/providers/storage/port';
import { storageConformance } from '#tests/support/conformance/storage';
import { emulatedStore, machineOf, testStore } from '#tests/support/object-store';
import { storeOfUploads } from '#tests/support/multipart-list';
import { openStore } from './client';
import { clearUnusedCopies } from './local-cache';
import { openObjects } from './objects';
import { StoreMisconfigured } from './storage';

storageConformance('s3', async () => (await machineOf(await testStore())).storage);

const megabyte = 1024 * 1024;

async function* inChunks(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += 60_000) yield bytes.subarray(from, from + 60_000);
}

test('a file of several parts appears when all are there, and is byte-identical', async () => {
  const { storage } = await machineOf(await testStore());
  const bytes = randomBytes(18 * megabyte);
  async function* watched() {
    for await (const chunk of inChunks(bytes)) yield chunk;
    expect(await storage.size('m/a.mp4')).toBeNull();
    for await (const _ of storage.list()) expect.fail('nothing is listed');
  }
  expect(await storage.put('m/a.mp4', watched())).toMatchObject({ size: bytes.length });
  expect((await buffer((await storage.open('m/a.mp4'))!.stream)).equals(bytes)).toBe(true);
  const tooLong = storage.put('m/b.mp4', inChunks(bytes), { maxBytes: 17 * megabyte });
  await expect(tooLong).rejects.toThrow('more than');
  expect(await storage.size('m/b.mp4')).toBeNull();
});

test('a local copy is used again, and replaced when the file changes', async () => {
  const settings = await testStore();
  const { storage, folder } = await machineOf(settings);
  const read = () => storage.withLocalFile('m/a.jpg', (path) => readFile(path, 'utf8'));
  await storage.put('m/a.jpg', inChunks(Buffer.from('old')));
  expect([await read(), await read()]).toEqual(['old', 'old']);
  expect(copiesIn(folder)).toHaveLength(1);
  await storage.put('m/a.jpg', inChunks(Buffer.from('new')));
  expect(await read()).toBe('new');
  await storage.remove('m/a.jpg');
  await expect(read()).rejects.toMatchObject({ code: 'ENOENT' });
});

test('local copies stay below their limit, and those in use can be read', async () => {
  const { storage, folder } = await machineOf(await testStore(), { maxBytes: 2.5 * megabyte });
  const keys = ['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4'];
  for (const key of keys) await storage.put(key, inChunks(Buffer.alloc(megabyte, key)));
  await storage.withLocalFile('a.mp4', async (path) => {
    for (const key of keys.slice(1)) await storage.withLocalFile(key, async () => {});
    expect(copiesIn(folder)).toHaveLength(2);
    expect((await readFile(path)).length).toBe(megabyte);
  });
  expect(readdirSync(`${folder}/in-use`)).toEqual([]);
  await storage.put('big.mp4', inChunks(Buffer.alloc(3 * megabyte)));
  expect(await storage.withLocalFile('big.mp4', async (path) => (await readFile(path)).length)).toBe(3 * megabyte);
  expect(copiesIn(folder).length).toBeLessThanOrEqual(2);
});

const copiesIn = (folder: string) => readdirSync(folder).filter((name) => name !== 'in-use');

test('a local copy that a job has used for days stays', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { storage, folder } = await machineOf(await testStore());
  await storage.put('m/a.mp4', inChunks(Buffer.from('a film')));
  await storage.withLocalFile('m/a.mp4', async (path) => {
    const before = Date.now() / 1000 - 25 * 3600;
    utimesSync(path, before, before);
    vi.advanceTimersByTime(3_600_000);
    await expect.poll(() => statSync(path).mtimeMs / 1000).toBeGreaterThan(before + 1);
    await clearUnusedCopies(folder);
    expect(await readFile(path, 'utf8')).toBe('a film');
  });
});

test('a file that changed in the store is not used', async () => {
  const settings = await testStore();
  const { storage } = await machineOf(settings);
  await storage.put('m/a.jpg', inChunks(Buffer.from('what was stored')));
  const { sdk, client } = await openStore(settings);
  const Key = `${settings.prefix}m/a.jpg`;
  const { Metadata } = await client.send(new sdk.HeadObjectCommand({ Bucket: settings.bucket, Key }));
  await client.send(new sdk.PutObjectCommand({ Bucket: settings.bucket, Key, Metadata, Body: 'damaged' }));
  await expect(storage.withLocalFile('m/a.jpg', async () => {})).rejects.toThrow('differs from what was stored');
});

test('an upload of which a piece is not listed is not completed, and later is', async () => {
  const { resumable, ...storage } = (await machineOf(await testStore())).storage;
  const id = resumable.idOf('m/a.mp4');
  const bytes = randomBytes(megabyte);
  const half = bytes.length / 2;
  await resumable.dataStore.create(new Upload({ id, size: bytes.length, offset: 0 }));
  await resumable.dataStore.write(Readable.from([bytes.subarray(0, half)]), id, 0);
  await expect(resumable.finish('m/a.mp4', 'm/b.mp4')).rejects.toThrow(StorageUnavailable);
  expect(await storage.size('m/b.mp4')).toBeNull();
  await resumable.dataStore.write(Readable.from([bytes.subarray(half)]), id, half);
  expect(await resumable.finish('m/a.mp4', 'm/b.mp4')).toMatchObject({ size: bytes.length });
});

test('parts of killed processes are removed, however many pages the store lists, and though some are gone meanwhile', async () => {
  const [old, young] = [new Date('2026-11-19T03:00:00Z'), new Date('2026-11-21T03:00:00Z')];
  const uploads = ['a.mp4', 'b.mp4', 'c.mp4'].flatMap((key) =>
    ['1', '2', '3'].map((id) => ({
      ...{ key, id, initiated: key === 'b.mp4' && id === '2' ? young : old },
      isGone: key === 'a.mp4' && id === '3',
    })),
  );
  const { settings, open } = await storeOfUploads(uploads, 2);
  const objects = openObjects(await openStore(settings));
  const before = new Date('2026-11-20T03:00:00Z');
  expect(await objects.abortParts(before, AbortSignal.abort())).toBe(0);
  expect(await objects.abortParts(before)).toBe(8);
  expect(open).toMatchObject([{ key: 'b.mp4', id: '2', initiated: young }]);
});

test('a store that is down is reported at once, and used again when it is back', async () => {
  const store = await emulatedStore();
  const { storage } = await machineOf(store);
  await storage.put('m/a.jpg', inChunks(Buffer.from('a')));
  await store.stop();
  await expect(storage.put('m/b.jpg', inChunks(Buffer.from('b')))).rejects.toThrow(StorageUnavailable);
  await expect(storage.open('m/a.jpg')).rejects.toThrow(StorageUnavailable);
  await store.restart();
  expect(await storage.size('m/a.jpg')).toBe(1);
});

test('a store whose connection breaks within a file is down, and the file not damaged', async () => {
  const server = createServer(({ method, url }, response) => {
    if (url!.includes('list-type')) return response.end('<ListBucketResult><Name>media</Name></ListBucketResult>');
    response.writeHead(200, { 'content-length': 1000, etag: '"a"' });
    return method === 'HEAD' ? response.end() : response.write('the first bytes', () => response.destroy());
  });
  server.listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const endpoint = `http://localhost:${(server.address() as AddressInfo).port}`;
  const settings = { bucket: 'media', prefix: '', endpoint, region: 'us-east-1', isPathStyle: true };
  const { storage } = await machineOf({ ...settings, keys: { id: 'id', secret: 'secret' } });
  await expect(buffer((await storage.open('m/a.mp4'))!.stream)).rejects.toThrow(StorageUnavailable);
  await expect(storage.withLocalFile('m/a.mp4', async () => {})).rejects.toThrow(StorageUnavailable);
});

test('a store that does not respond is given up after a limit', async () => {
  const store = await emulatedStore();
  const { storage } = await machineOf(store, { limits: { readMs: 50, writeMs: 50 } });
  store.pause();
  await expect(storage.size('m/a.jpg')).rejects.toThrow('did not respond within 50 ms');
});

test('a missing bucket and wrong settings are refused at the start, an absent store is not', async () => {
  const store = await emulatedStore();
  await expect(machineOf({ ...store, bucket: 'another' })).rejects.toThrow(/NoSuchBucket.*bucket another at http/);
  await store.stop();
  const { storage } = await machineOf(store);
  const lost = storage.size('m/a.jpg');
  await expect(lost).rejects.toThrow(StorageUnavailable);
  await expect(lost).rejects.toThrow(/^the store cannot be reached: .*ECONNREFUSED/);
});

test.each([
  ['a page', 200, '<html><body>Welcome</body></html>', 'without a list of a bucket'],
  ['a page that is no XML', 404, '<html><meta><p>Not found</html>', 'with status 404: '],
  ['a redirection', 302, '', 'with status 302: '],
])(
  'a web server that is no object store, and sends %s, is refused in one line',
  async (_what, status, page, reason) => {
    const server = createServer((_request, response) => response.writeHead(status, { location: '/login' }).end(page));
    server.listen(0);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const endpoint = `http://localhost:${(server.address() as AddressInfo).port}`;
    const settings = { bucket: 'media', prefix: '', endpoint, region: 'us-east-1', isPathStyle: true };
    const opening = machineOf({ ...settings, keys: { id: 'id', secret: 'secret' } });
    await expect(opening).rejects.toThrow(StoreMisconfigured);
    await expect(opening).rejects.toThrow(
      new RegExp(`^S3_ENDPOINT must be the address of an S3 API; ${endpoint} answers ${reason}.*$`),
    );
  },
);
