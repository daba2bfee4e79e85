import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import sharp from 'sharp';
import { reportHealth } from '#backend/http/health';
import { member, openBackend, testLinks, type TestBackend } from '#tests/support/backend';
import { addFace, detect, fileKeyOf, upload, waitForSwap } from '#tests/support/journey';
import type { S3Settings } from '#backend/providers/storage/s3/client';
import { emulatedStore, machineOf, testStore } from '#tests/support/object-store';
import { portraitBytes } from '#tests/support/portraits';

const links = testLinks;

test('a swap from upload to deletion, with every file in the store', async () => {
  const { storage, folder } = await machineOf(await testStore(), { links });
  const backend = await openBackend({}, { storage });
  await backend.startWorker();
  const ada = await member(backend);
  const photo = portraitBytes('amara');
  const material_id = await upload(backend, ada, photo, 'amara.jpg');
  await detect(ada, material_id);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await ada.call('faceswap_create', swap);
  const { status, order } = await waitForSwap(ada, order_id);
  expect(status).toBe('succeeded');
  expect(readdirSync(backend.mediaFolder)).toEqual([]);

  const whole = await backend.fetch(order.result_url!);
  const result = Buffer.from(await whole.arrayBuffer());
  expect(whole.headers.get('content-type')).toBe('image/jpeg');
  expect(await sharp(result).metadata()).toMatchObject({ format: 'jpeg', width: 768, height: 960 });
  const headers = { range: 'bytes=100-199', 'if-range': whole.headers.get('etag')! };
  const part = await backend.fetch(order.result_url!, { headers });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${result.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(result.subarray(100, 200));
  const unchanged = { 'if-none-match': whole.headers.get('etag')! };
  expect((await backend.fetch(order.result_url!, { headers: unchanged })).status).toBe(304);
  const download = await backend.fetch(order.download_url!);
  expect(download.headers.get('content-disposition')).toBe('attachment; filename="amara-faceswap.jpg"');
  expect(Number(download.headers.get('content-length'))).toBe(Buffer.from(await download.arrayBuffer()).length);

  const keys = [];
  for await (const { key } of storage.list()) keys.push(key.split('/')[0]);
  expect([...new Set(keys)].sort()).toEqual(['creations', 'faces', 'materials']);
  await ada.call('del_order', { order_id });
  await ada.call('del_material', { material_id });
  await ada.call('del_face', { face_id });
  const left = async () => {
    const found = [];
    for await (const { key } of storage.list()) found.push(key);
    return found;
  };
  await expect.poll(left).toEqual([]);
  expect(readdirSync(`${folder}/in-use`)).toEqual([]);
});

test('while the store is down, calls respond 503 with Retry-After, and jobs wait for it', async () => {
  const store = await emulatedStore();
  const { storage } = await machineOf(store, { links });
  const backend = await openBackend({}, { storage });
  const ada = await member(backend);
  const photo = portraitBytes('amara');
  const material_id = await upload(backend, ada, photo);
  const unwanted = await upload(backend, ada, photo);
  const { upload: put } = await ada.call('upload_sign_url', { format: 'jpg' });
  const key = await fileKeyOf(backend, material_id);
  await store.stop();

  const attempts = [
    () => backend.fetch(put.url, { method: 'PUT', headers: put.headers, body: photo as BodyInit }),
    () => backend.fetch(storage.linkToRead(key, { expires: new Date(Date.now() + 60_000) })),
  ];
  for (const attempt of attempts) {
    const answer = await attempt();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await answer.json()).error).toBe('unavailable');
  }
  await ada.call('del_material', { material_id: unwanted });
  const { rows: removals } = await backend.pool.query(
    `select 1 from graphile_worker.jobs where task_identifier = 'remove_files'`,
  );
  expect(removals, 'its files are removed later').toHaveLength(1);
  const { parts } = await reportHealth(backend.deps);
  expect(parts).toMatchObject({ database: { ok: true }, storage: { ok: false } });

  await backend.startWorker();
  const isWaiting = async () => {
    const { rows } = await backend.pool.query(
      `select attempts from graphile_worker.jobs where task_identifier = 'probe_material' and run_at > now() order by 1 limit 1`,
    );
    return rows;
  };
  await expect.poll(isWaiting).toEqual([{ attempts: 0 }]);
  await store.restart();
  expect((await reportHealth(backend.deps)).parts.storage).toMatchObject({ ok: true });
  expect(await upload(backend, ada, photo)).toBeTruthy();
  expect((await ada.call('upload_material_detail', { material_id })).material.status).toBe('probing');
});

const tus = { 'tus-resumable': '1.0.0' };

const begin = (at: TestBackend, url: string, size: number) =>
  at.fetch(url, { method: 'POST', headers: { ...tus, 'upload-length': String(size) } });

const send = (at: TestBackend, url: string, offset: number, body: Uint8Array | ReadableStream) =>
  at.fetch(url, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: body as BodyInit,
  });

const arrived = async (at: TestBackend, url: string) =>
  Number((await at.fetch(url, { method: 'HEAD', headers: tus })).headers.get('upload-offset'));

/** The connection breaks after these bytes. */
function lostAfter(bytes: Uint8Array) {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      if (sent >= bytes.length) return controller.error(new Error('connection lost'));
      controller.enqueue(bytes.subarray(sent, (sent += 50_000)));
    },
  });
}

/** Two API machines of one site. */
async function twoMachines(store: S3Settings) {
  const first = await openBackend({}, { storage: (await machineOf(store, { links })).storage });
  const second = await openBackend({}, { storage: (await machineOf(store, { links })).storage, url: first.url });
  return [first, second] as const;
}

test('an upload begins at one machine, continues at another, and is byte-identical', async () => {
  const [first, second] = await twoMachines(await testStore());
  const ada = await member(first);
  const content = randomBytes(20_000_000);
  const { material_id, upload: to } = await ada.call('upload_sign_url', {
    ...{ format: 'mp4', resumable: true, size: content.length },
  });
  expect((await begin(first, to.url, content.length)).status).toBe(201);
  await send(first, to.url, 0, lostAfter(content.subarray(0, 3_000_000)));
  await expect.poll(() => arrived(second, to.url)).toBeGreaterThan(1_000_000);
  const kept = await arrived(second, to.url);
  expect((await send(second, to.url, 500_000, content.subarray(500_000))).status).toBe(409);
  expect((await send(second, to.url, kept, content.subarray(kept, 12_000_000))).status).toBe(204);
  // Both send the rest: the first was slow, and the browser went on at the second.
  const ends = await Promise.all(
    [first, second].map((at) => send(at, to.url, 12_000_000, content.subarray(12_000_000))),
  );
  expect(ends.map(({ status }) => status)).toContain(204);
  expect(await arrived(first, to.url)).toBe(content.length);
  const row = await first.db.selectFrom('material').selectAll().where('id', '=', material_id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'probing', size: content.length });
  expect(row.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  const stored = await second.fetch(
    second.deps.storage.linkToRead(row.file_key, { expires: new Date(Date.now() + 1e6) }),
  );
  expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true);
});

test('an upload in one go is joined by the store', async () => {
  const [backend] = await twoMachines(await testStore());
  const ada = await member(backend);
  const content = randomBytes(18_000_000);
  const request = { format: 'mp4', resumable: true, size: content.length } as const;
  const { material_id, upload: to } = await ada.call('upload_sign_url', request);
  await begin(backend, to.url, content.length);
  expect((await send(backend, to.url, 0, content)).status).toBe(204);
  const { file_key: key, sha256 } = await backend.db
    .selectFrom('material')
    .select(['file_key', 'sha256'])
    .where('id', '=', material_id)
    .executeTakeFirstOrThrow();
  expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
  expect((await buffer((await backend.deps.storage.open(key))!.stream)).equals(content)).toBe(true);
  expect(await backend.deps.storage.clearAbandoned(new Date(Date.now() + 1e6))).toBe(0);
});

test('an upload survives a store that is down, and a removed one leaves nothing', async () => {
  const store = await emulatedStore();
  const [first, second] = await twoMachines(store);
  const ada = await member(first);
  const content = randomBytes(1_000_000);
  const request = { format: 'mp4', resumable: true, size: content.length } as const;
  const { material_id, upload: to } = await ada.call('upload_sign_url', request);
  await begin(first, to.url, content.length);
  await send(first, to.url, 0, content.subarray(0, 400_000));
  await store.stop();
  for (const at of [first, second]) {
    const refused = await send(at, to.url, 400_000, content.subarray(400_000));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  }
  await store.restart();
  expect(await arrived(second, to.url)).toBe(400_000);
  await ada.call('del_material', { material_id });
  expect(await first.deps.storage.clearAbandoned(new Date(Date.now() + 1e6))).toBe(0);

  const again = await ada.call('upload_sign_url', request);
  await begin(first, again.upload.url, content.length);
  await send(first, again.upload.url, 0, content.subarray(0, 400_000));
  expect((await second.fetch(again.upload.url, { method: 'DELETE', headers: tus })).status).toBe(204);
  expect(await first.deps.storage.clearAbandoned(new Date(Date.now() + 1e6))).toBe(0);
});

/** Where pieces go to the store itself. */
async function directMachine() {
  const settings = await testStore();
  const { storage } = await machineOf({ ...settings, publicUrl: settings.endpoint, takesPieces: true }, { links });
  return openBackend({}, { storage });
}

const linkTo = async (at: TestBackend, url: string, offset: number | string, size: number | string) => {
  const response = await at.fetch(`${url}&offset=${offset}&size=${size}`);
  return { status: response.status, ...(await response.json()) };
};

test('pieces of an upload go to the store itself, in any order, and the last HEAD request completes it', async () => {
  const backend = await directMachine();
  const ada = await member(backend);
  const content = randomBytes(18_000_000);
  const request = { format: 'mp4', resumable: true, size: content.length } as const;
  const { material_id, upload: to } = await ada.call('upload_sign_url', request);
  const step = to.direct_piece_bytes!;
  await begin(backend, to.url, content.length);
  const put = async (offset: number, bytes: Uint8Array = content.subarray(offset, offset + step)) => {
    const { data: link } = await linkTo(backend, to.url, offset, Math.min(step, content.length - offset));
    return fetch(link.url, { method: link.method, headers: link.headers, body: bytes as BodyInit });
  };
  await put(step);
  expect(await arrived(backend, to.url), 'the first piece lacks').toBe(0);
  await put(2 * step, new Uint8Array(5));
  await put(0);
  expect(await arrived(backend, to.url), 'a piece of another size does not count').toBe(2 * step);
  await put(2 * step);
  expect(await arrived(backend, to.url)).toBe(content.length);
  const { status, sha256 } = await backend.db
    .selectFrom('material')
    .select(['status', 'sha256'])
    .where('id', '=', material_id)
    .executeTakeFirstOrThrow();
  expect([status, sha256]).toEqual(['probing', createHash('sha256').update(content).digest('hex')]);
  expect(await linkTo(backend, to.url, 0, step)).toMatchObject({ status: 409 });
});

test('a link for a piece binds its size, and is for a begun upload of this site alone', async () => {
  const backend = await directMachine();
  const ada = await member(backend);
  const request = { format: 'mp4', resumable: true, size: 9_000_000 } as const;
  const { upload: to } = await ada.call('upload_sign_url', request);
  expect(await linkTo(backend, to.url, 0, 1000), 'not begun').toMatchObject({ status: 422, error: 'invalid_input' });
  await begin(backend, to.url, 9_000_000);
  const { data } = await linkTo(backend, to.url, 0, 1000);
  expect(new URL(data.url).searchParams.get('X-Amz-SignedHeaders')!.split(';')).toContain('content-length');
  for (const [offset, size] of [
    [8_999_999, 2],
    [0, 8 * 1024 * 1024 + 1],
    [0, 0],
    [-1, 5],
    ['x', 5],
    [0, ''],
  ] as const) {
    expect(await linkTo(backend, to.url, offset, size)).toMatchObject({ status: 422, error: 'invalid_input' });
  }
  const forged = to.url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`);
  expect(await linkTo(backend, forged, 0, 1000)).toMatchObject({ status: 404 });
  expect((await backend.fetch(to.url)).status).toBe(404);

  const { storage } = await machineOf(await testStore(), { links });
  const byApi = await openBackend({}, { storage, url: backend.url });
  const { upload } = await ada.call('upload_sign_url', { ...request, resumable: false });
  expect(upload.direct_piece_bytes).toBeNull();
  expect(await linkTo(byApi, to.url, 0, 1000), 'the API takes all bytes').toMatchObject({ status: 404 });
});

test('browsers read from the store itself where its address is configured', async () => {
  const settings = await testStore();
  const { storage } = await machineOf({ ...settings, publicUrl: settings.endpoint }, { links });
  const backend = await openBackend({}, { storage });
  const halfHour = 30 * 60 * 1000;
  let now = Math.floor(Date.now() / halfHour) * halfHour;
  backend.deps.now = () => new Date(now);
  const content = randomBytes(1000);
  await storage.put('materials/a/original.mov', Readable.from([content]));
  const link = storage.linkToRead('materials/a/original.mov', {
    expires: new Date(Date.now() + 1e7),
    saveAs: 'ä b.mov',
  });
  const redirected = await backend.fetch(link);
  expect([redirected.status, redirected.headers.get('cache-control')]).toEqual([302, 'private, max-age=900']);
  const location = redirected.headers.get('location')!;
  now += halfHour - 1;
  expect((await backend.fetch(link)).headers.get('location'), 'browsers can cache it').toBe(location);

  const part = await fetch(location, { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(10, 20));
  expect(part.headers.get('content-type')).toBe('video/mp4');
  expect(part.headers.get('content-disposition')).toBe(
    `attachment; filename="__b.mov"; filename*=UTF-8''%C3%A4%20b.mov`,
  );
  expect(part.headers.get('cache-control')).toBe('private, max-age=1800, immutable');

  const head = await backend.fetch(link, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000']);
  await storage.remove('materials/a/original.mov');
  expect((await backend.fetch(link)).status).toBe(404);
});
