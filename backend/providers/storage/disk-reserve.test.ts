import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { diskStorage } from './disk';
import { diskReserve, reserveOf } from './disk-reserve';
import { StorageFull } from './port';

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;

function diskWith(freeBytes: number) {
  const root = scratchFolder();
  const disk = { free: freeBytes };
  const statfs = async () => ({ blocks: 100 * gigabyte, bavail: disk.free, bsize: 1 });
  const storage = diskStorage({
    root,
    secret: 'a secret of this test alone, long enough',
    publicUrl: '/api',
    reserve: diskReserve({ folder: root, statfs }),
  });
  async function* source(bytes: number) {
    for (let sent = 0; sent < bytes; sent += megabyte) {
      disk.free -= megabyte;
      yield Buffer.alloc(Math.min(megabyte, bytes - sent));
    }
  }
  return { root, disk, storage, source };
}

test.each([
  [252, 12.6],
  [100, 5],
  [30, 2],
  [8, 2],
  [4, 1],
  [0.64, 0.16],
])('of a disk of %d GB %d GB are kept free', (disk, kept) => {
  expect(reserveOf(disk * gigabyte) / gigabyte).toBeCloseTo(kept);
});

test('files are refused below the reserve and accepted above it', async () => {
  const { storage, disk, source } = diskWith(5 * gigabyte - 1);
  await expect(storage.put('a.jpg', source(10))).rejects.toThrow(StorageFull);
  expect(await storage.size('a.jpg')).toBeNull();
  expect(await storage.diskSpace()).toEqual({ free: 5 * gigabyte - 1, reserve: 5 * gigabyte, use: 'media' });
  disk.free = 6 * gigabyte;
  expect(await storage.put('a.jpg', source(10))).toMatchObject({ size: 10 });
});

test('a file that reaches the reserve is cut off and removed', async () => {
  const { root, storage, disk, source } = diskWith(5 * gigabyte + 20 * megabyte);
  await expect(storage.put('a.mp4', source(100 * megabyte))).rejects.toThrow(StorageFull);
  expect(disk.free).toBeGreaterThan(5 * gigabyte - 8 * megabyte);
  expect(readdirSync(join(root, '.incoming'))).toEqual([]);
});

test('system files may use the reserve', async () => {
  const { storage, source } = diskWith(megabyte);
  expect(await storage.put('health/probe.jpg', source(1), { useReserve: true })).toMatchObject({ size: 1 });
});

test('an upload part that reaches the reserve gets 503 and earlier parts stay', async () => {
  const { root, storage, disk, source } = diskWith(5 * gigabyte + 20 * megabyte);
  const { dataStore, idOf } = storage.resumable;
  const id = idOf('m/a.mp4');
  await dataStore.create(new Upload({ id, size: 100 * megabyte, offset: 0 }));
  await dataStore.write(Readable.from(source(3 * megabyte)), id, 0);
  const second = dataStore.write(Readable.from(source(90 * megabyte)), id, 3 * megabyte);
  await expect(second).rejects.toMatchObject({ status_code: 503, body: expect.stringContaining('disk is full') });
  const { offset } = await dataStore.getUpload(id);
  expect(offset).toBeGreaterThanOrEqual(3 * megabyte);
  expect(offset).toBeLessThanOrEqual(28 * megabyte);

  disk.free = 50 * gigabyte;
  await dataStore.write(Readable.from(source(100 * megabyte - offset)), id, offset);
  expect(await storage.resumable.finish('m/a.mp4', 'm/b.mp4')).toMatchObject({ size: 100 * megabyte });
  await storage.remove('m/a.mp4');
  expect(existsSync(join(root, '.incoming/resumable', id))).toBe(false);
});

test('a configured reserve applies, workers keep their share', async () => {
  const folder = join(scratchFolder(), 'not', 'there', 'yet');
  const reserve = diskReserve({ folder, bytes: 10 * megabyte, share: 0.5 });
  expect((await reserve.diskSpace()).reserve).toBe(5 * megabyte);
  await reserve.assertDiskSpace();
  await expect(diskReserve({ folder, bytes: Number.MAX_SAFE_INTEGER }).assertDiskSpace()).rejects.toThrow(
    /MB free, .* reserved/,
  );
  await expect(readFile(folder)).rejects.toThrow('EISDIR');
});
