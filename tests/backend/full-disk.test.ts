import { expect, test } from 'vitest';
import type { Engine } from '#engine';
import { EngineError } from '#engine/errors';
import { reportHealth } from '#backend/http/health';
import { StorageFull } from '#backend/providers/storage/port';
import { member, openBackend } from '#tests/support/backend';
import { addFace, detect, fileKeyOf, upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { sharedEngine } from '#tests/support/shared-engine';

const gigabyte = 1024 ** 3;

/** 100 GB, 5 GB kept free. */
async function onDisk(free: number) {
  const disk = { free };
  const backend = await openBackend(
    {},
    { statfs: async () => ({ blocks: 100 * gigabyte, bavail: disk.free, bsize: 1 }) },
  );
  return { backend, disk };
}

const tus = { 'tus-resumable': '1.0.0' };

test('a full disk refuses uploads with a message and Retry-After, and existing files can be read', async () => {
  const { backend, disk } = await onDisk(50 * gigabyte);
  const ada = await member(backend);
  const photo = portraitBytes('amara');
  const kept = await upload(backend, ada, photo);
  const { upload: put } = await ada.call('upload_sign_url', { format: 'jpg' });
  const { upload: pieces } = await ada.call('upload_sign_url', { format: 'jpg', resumable: true });
  const { upload: attachment } = await backend.call('feedback_sign_url', { format: 'jpg' });
  const create = () =>
    backend.fetch(pieces.url, { method: 'POST', headers: { ...tus, 'upload-length': String(photo.length) } });
  const piece = () =>
    backend.fetch(pieces.url, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: photo as BodyInit,
    });
  const send = (to: Pick<typeof put, 'url' | 'headers'>) =>
    backend.fetch(to.url, { method: 'PUT', headers: to.headers, body: photo as BodyInit });

  disk.free = 4 * gigabyte;
  for (const attempt of [create, () => send(put), () => send(attachment)]) {
    const refused = await attempt();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toMatchObject({
      error: 'unavailable',
      message: expect.stringContaining('storage is full'),
    });
  }
  await expect(addFace(ada, photo)).rejects.toMatchObject({ status: 503 });
  expect(await backend.deps.storage.size(await fileKeyOf(backend, kept))).toBe(photo.length);

  disk.free = 6 * gigabyte;
  expect((await create()).status).toBe(201);
  disk.free = 4 * gigabyte;
  expect((await piece()).status).toBe(503);
  disk.free = 6 * gigabyte;
  expect((await piece()).status).toBe(204);
  expect((await send(put)).status).toBe(200);
});

test('the health report shows a full disk with figures', async () => {
  const { backend, disk } = await onDisk(50 * gigabyte);
  await backend.startWorker();
  const ready = async () => {
    const { ok, parts } = await reportHealth(backend.deps);
    return { ok, disk: parts.disk };
  };
  expect(await ready()).toMatchObject({ ok: true, disk: { ok: true } });
  disk.free = 4 * gigabyte;
  expect(await ready()).toMatchObject({
    ok: false,
    disk: { ok: false, detail: '4,096 MB free, 5,120 MB are kept for the database: no files are taken in' },
  });
});

test('where nothing can be written, the health report blames the disk alone: files can still be read', async () => {
  const { backend } = await onDisk(50 * gigabyte);
  await backend.startWorker();
  const put = () => Promise.reject(new StorageFull('no space left'));
  const { ok, parts } = await reportHealth({ ...backend.deps, storage: { ...backend.deps.storage, put } });
  expect(ok).toBe(false);
  expect(parts).toMatchObject({
    storage: { ok: true, detail: 'is full' },
    disk: { ok: false, detail: expect.stringContaining('but nothing can be written: no files are taken in') },
  });
});

test('a job on a full disk is postponed, and loses neither an attempt nor the upload', async () => {
  const { backend, disk } = await onDisk(50 * gigabyte);
  const ada = await member(backend);
  const id = await upload(backend, ada, portraitBytes('amara'));
  disk.free = 1 * gigabyte;
  await backend.startWorker();
  const queued = () =>
    backend.pool.query(`select attempts, run_at > now() + interval '30 seconds' as waits from graphile_worker.jobs`);
  await expect.poll(async () => (await queued()).rows).toEqual([{ attempts: 0, waits: true }]);
  const { material } = await ada.call('upload_material_detail', { material_id: id });
  expect(material.status).toBe('probing');
  disk.free = 50 * gigabyte;
  await backend.pool.query('update graphile_worker._private_jobs set run_at = now()');
  expect(await detect(ada, id)).toMatchObject({ status: 'succeeded' });
});

test('a job that fills the disk itself is postponed, too', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await upload(backend, ada, portraitBytes('amara'));
  const ordinary = await sharedEngine();
  let isFull = true;
  const inspect: Engine['inspect'] = (...args) =>
    isFull ? Promise.reject(new EngineError('out_of_space', 'The disk is full.')) : ordinary.inspect(...args);
  await backend.startWorker({ engine: { ...ordinary, inspect } });
  const queued = () =>
    backend.pool.query(`select attempts, run_at > now() + interval '30 seconds' as waits from graphile_worker.jobs`);
  await expect.poll(async () => (await queued()).rows).toEqual([{ attempts: 0, waits: true }]);
  isFull = false;
  await backend.pool.query('update graphile_worker._private_jobs set run_at = now()');
  expect(await detect(ada, id)).toMatchObject({ status: 'succeeded' });
});
