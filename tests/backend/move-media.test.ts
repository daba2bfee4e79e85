import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { diskStorage } from '#backend/providers/storage/disk';
import { movingStorage } from '#backend/providers/storage/moving';
import type { Storage } from '#backend/providers/storage/port';
import { member, openBackend, testLinks as links } from '#tests/support/backend';
import { addFace, detect, upload, waitForSwap } from '#tests/support/journey';
import { emulatedStore, machineOf } from '#tests/support/object-store';
import { operatorOf } from '#tests/support/operator';
import { portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';

async function places() {
  const root = scratchFolder();
  const disk = diskStorage({ root, ...links, keepsInUse: true });
  const { storage: store } = await machineOf(await emulatedStore(), { links });
  return { root, disk, store };
}

const put = (storage: Storage, key: string, content: Buffer | string) =>
  storage.put(key, Readable.from([Buffer.from(content)]));

const textOf = async (storage: Storage, key: string) => {
  const file = await storage.open(key);
  return file && String(await buffer(file.stream));
};

async function keysOf(storage: Storage) {
  const keys = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys.sort();
}

test('a site moves from disk to a store and back while it runs', async () => {
  const { disk, store } = await places();
  const backend = await openBackend({}, { storage: { ...disk } });
  const admin = operatorOf(backend);
  expect(await admin('media move')).toMatchObject({ code: 4, err: expect.stringContaining('set STORAGE_MOVE_FROM') });
  await backend.startWorker();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await detect(ada, material_id);
  const onDisk = await keysOf(disk);
  expect(onDisk.length).toBeGreaterThan(2);

  Object.assign(backend.deps.storage, movingStorage(store, disk));
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await ada.call('faceswap_create', swap);
  const { status, order } = await waitForSwap(ada, order_id);
  expect(status).toBe('succeeded');
  expect(await keysOf(disk), 'new files are in the store').toEqual(onDisk);
  const moved = await admin('media move');
  expect(moved).toMatchObject({ code: 0, out: expect.stringContaining(`${onDisk.length} files moved`) });
  expect(moved.out).toContain('Remove STORAGE_MOVE_FROM');
  expect(await keysOf(disk)).toEqual([]);
  expect((await backend.fetch(order.result_url!)).status).toBe(200);

  const all = await keysOf(store);
  Object.assign(backend.deps.storage, movingStorage(disk, store));
  expect((await admin('media move')).code).toBe(0);
  expect(await keysOf(disk)).toEqual(all);
  expect(await keysOf(store)).toEqual([]);
  const { bytes } = JSON.parse((await admin('media move --json')).out);
  expect(bytes).toBe(0);
});

test('an interrupted move continues, and only files that arrived are removed', async () => {
  const { disk, store } = await places();
  for (let n = 0; n < 12; n++) await put(disk, `m/${n}/a.jpg`, `content ${n}`);
  let writes = 0;
  const failing: Storage = {
    ...store,
    put: async (...args) => {
      if (++writes > 6) throw new Error('cut');
      return store.put(...args);
    },
  };
  const backend = await openBackend({}, { storage: movingStorage(failing, disk) });
  expect((await operatorOf(backend)('media move')).code).toBe(1);
  const left = await keysOf(disk);
  expect(left.length).toBeGreaterThanOrEqual(6);
  for (let n = 0; n < 12; n++) expect(await textOf(backend.deps.storage, `m/${n}/a.jpg`)).toBe(`content ${n}`);

  // The process died after it had copied a file.
  await put(store, 'm/0/a.jpg', 'content 0');
  await put(disk, 'm/0/a.jpg', 'content 0');
  Object.assign(backend.deps.storage, movingStorage(store, disk));
  expect(await operatorOf(backend)('media move')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 were there'),
  });
  expect(await keysOf(disk)).toEqual([]);
  for (let n = 0; n < 12; n++) expect(await textOf(store, `m/${n}/a.jpg`)).toBe(`content ${n}`);
});

test('a file that arrives changed stays, and so do two versions of one file', async () => {
  const { disk, store } = await places();
  await put(disk, 'm/a.jpg', 'a');
  await put(disk, 'm/b.jpg', 'old');
  await put(store, 'm/b.jpg', 'new');
  const damaging: Storage = {
    ...store,
    put: async (key, body) => {
      const stored = await store.put(key, body);
      await put(store, key, 'damaged');
      return stored;
    },
  };
  const backend = await openBackend({}, { storage: movingStorage(damaging, disk) });
  expect((await operatorOf(backend)('media move')).err).toContain('m/a.jpg arrived changed');
  expect(await textOf(backend.deps.storage, 'm/a.jpg')).toBe('a');
  Object.assign(backend.deps.storage, movingStorage(store, disk));
  expect(await operatorOf(backend)('media move')).toMatchObject({ code: 6, out: expect.stringContaining('m/b.jpg') });
  expect([await textOf(store, 'm/a.jpg'), await textOf(store, 'm/b.jpg')]).toEqual(['a', 'new']);
  expect(await keysOf(disk)).toEqual(['m/b.jpg']);
});

test('a file that is deleted while it is copied is nowhere afterwards', async () => {
  const { disk, store } = await places();
  await put(disk, 'm/a.jpg', randomBytes(1_000_000));
  const slow: Storage = {
    ...store,
    put: async (key, body) => {
      await moving.remove(key);
      return store.put(key, body);
    },
  };
  const moving = movingStorage(slow, disk);
  const backend = await openBackend({}, { storage: moving });
  expect((await operatorOf(backend)('media move')).code).toBe(0);
  expect([await keysOf(store), await keysOf(disk)]).toEqual([[], []]);
});

test('one move runs at a time, and keeps the old files if asked', async () => {
  const { disk, store } = await places();
  await put(disk, 'm/a.jpg', 'a');
  let second: Awaited<ReturnType<typeof admin>> | undefined;
  const busy: Storage = {
    ...store,
    put: async (...args) => {
      second = await admin('media move');
      return store.put(...args);
    },
  };
  const backend = await openBackend({}, { storage: movingStorage(busy, disk) });
  const admin = operatorOf(backend);
  expect((await admin('media move --keep')).code).toBe(0);
  expect(second).toMatchObject({ code: 4, err: expect.stringContaining('Another move is running') });
  expect([await keysOf(store), await keysOf(disk)]).toEqual([['m/a.jpg'], ['m/a.jpg']]);
});

test('a file that moves while a worker reads it stays readable', async () => {
  const { root, disk, store } = await places();
  await put(disk, 'm/a.mp4', 'a');
  const moving = movingStorage(store, disk);
  const backend = await openBackend({}, { storage: moving });
  await moving.withLocalFile('m/a.mp4', async (path) => {
    expect((await operatorOf(backend)('media move')).code).toBe(0);
    expect(existsSync(join(root, 'm/a.mp4'))).toBe(false);
    expect([path.endsWith('.mp4'), readFileSync(path, 'utf8')]).toEqual([true, 'a']);
  });
  expect(await moving.withLocalFile('m/a.mp4', async (path) => readFileSync(path, 'utf8'))).toBe('a');
});

test('unreferenced files are swept at both places', async () => {
  const { disk, store } = await places();
  const id = '01234567-89ab-4cde-8f01-23456789abcd';
  await put(disk, `materials/${id}/a.jpg`, 'a');
  await put(store, `materials/${id}/b.jpg`, 'b');
  const backend = await openBackend({}, { storage: movingStorage(store, disk) });
  backend.deps.now = () => new Date(Date.now() + 25 * 3_600_000);
  expect((await operatorOf(backend)('media sweep')).out).toContain('2 files');
  expect([await keysOf(store), await keysOf(disk)]).toEqual([[], []]);
});
