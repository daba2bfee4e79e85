import { ids } from '#contract/examples';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Transaction } from 'kysely';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import type { AppError } from '#backend/domain/app-error';
import { deleteMaterial } from '#backend/domain/material/delete-material';
import { whole } from '#backend/domain/material/part';
import { receiveUpload } from '#backend/domain/material/receive-upload';
import { insertSwap } from '#backend/domain/swap/insert-swap';
import { member, openBackend, type CallFailed } from '#tests/support/backend';
import { detect, keysIn, ledgerOf, upload, waitUntilProbed } from '#tests/support/journey';
import { untilOneWaitsForLock } from '#tests/support/lock-waits';
import { groupPhoto, portraitBytes, portraitPath } from '#tests/support/portraits';

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer();

test('a photo is uploaded, and its persons are detected', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const photo = await groupPhoto([
    { name: 'amara', height: 700 },
    { name: 'otto', height: 560 },
  ]);
  const id = await upload(backend, ada, photo, 'two.jpg');
  const detection = await detect(ada, id);
  expect(detection).toMatchObject({ status: 'succeeded', progress: 100, poll_after_ms: 0, error: null });
  expect(detection.persons.map((person) => person.key)).toEqual(['p1', 'p2']);
  expect(detection.persons[0]!.share).toBeGreaterThan(detection.persons[1]!.share);

  const { material, price } = await ada.call('upload_material_detail', { material_id: id });
  expect(material).toMatchObject({
    status: 'ready',
    kind: 'photo',
    format: 'jpg',
    container: 'jpeg',
    size: photo.length,
    name: 'two.jpg',
  });
  expect(price).toBe(1);
  const stored = await backend.fetch(material.playable_url!);
  expect(Buffer.from(await stored.arrayBuffer())).toEqual(photo);
  for (const url of [material.thumb_url!, detection.persons[1]!.thumb_url]) {
    const picture = await backend.fetch(url);
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).format).toBe('jpeg');
  }
  expect(await ada.call('my_userinfo', {})).toMatchObject({ counter_materials: 1 });
});

test('a repeated detection request returns one task', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await upload(backend, ada, portraitBytes('amara'));
  const asked = await Promise.all(
    Array.from({ length: 5 }, () => ada.call('upload_detect_create', { material_id: id })),
  );
  expect(new Set(asked.map((task) => task.task_id)).size).toBe(1);
  expect(asked[0]).toMatchObject({ status: 'queued', queue_position: 1 });
});

const bad: [string, () => Promise<Uint8Array>, string, RegExp][] = [
  [
    'a text file named .jpg',
    async () => Buffer.from('Dear diary, this is no picture.'),
    'unsupported_type',
    /not a picture/,
  ],
  ['a picture of 10 px', () => solid(10, 10), 'bad_dimensions', /10 × 10 px.*at least 160 px/],
  ['a picture of 30,000 px', () => solid(30_000, 200), 'bad_dimensions', /30,000 × 200 px.*at most 4,000 px/],
  ['a picture too wide', () => solid(2600, 1000), 'bad_dimensions', /too wide/],
  ['a truncated JPEG', async () => readFileSync(portraitPath('otto')).subarray(0, 50_000), 'damaged_media', /damaged/],
  ['a picture with no face', () => solid(640, 480), 'no_face', /no face/],
];

test.each(bad)('%s is rejected with a clear message and costs nothing', async (_what, make, error, said) => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const id = await upload(backend, ada, await make());
  const detection = await detect(ada, id);
  expect(detection).toMatchObject({
    status: 'failed',
    error: { error, message: expect.stringMatching(said) },
    persons: [],
  });

  const { material } = await ada.call('upload_material_detail', { material_id: id });
  if (error === 'no_face') expect(material.status).toBe('ready');
  else expect(material).toMatchObject({ status: 'rejected', reason: detection.error!.message, playable_url: null });

  const swap = ada.call('faceswap_create', { material_id: id, bind_face: { p1: ids.face }, consent: true });
  await expect(swap).rejects.toMatchObject({ error: 'invalid_input', message: expect.stringMatching(said) });

  const face = ada.call('upload_face', { photo: new Blob([(await make()) as BlobPart]), consent: 'true' });
  await expect(face).rejects.toMatchObject({ status: error === 'unsupported_type' ? 415 : 422, error });
  expect(await ada.call('my_userinfo', {})).toMatchObject({ counter_faces: 0 });
  expect((await ledgerOf(backend, ada)).balance).toBe(10);
});

test('an unsuitable file is refused before the upload', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await expect(ada.call('upload_sign_url', { format: 'pdf' })).rejects.toMatchObject({
    status: 415,
    error: 'unsupported_type',
  });
  const huge = ada.call('upload_sign_url', { format: 'jpg', size: 200 * 1024 * 1024 });
  await expect(huge).rejects.toMatchObject({ status: 413, message: expect.stringContaining('200 MB') });
});

test('an upload link accepts one file, of its size and type', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { material_id, upload: to } = await ada.call('upload_sign_url', { format: 'jpg' });
  const send = (body: BodyInit, headers: Record<string, string> = to.headers, url = to.url) =>
    backend.fetch(url, { method: 'PUT', headers, body });

  expect((await send('x', { 'content-type': 'text/html' })).status).toBe(415);
  const sameType = { ...to.headers, 'content-type': 'Image/JPEG; charset=binary' };
  expect((await send('x', { ...sameType, 'content-length': '99999999999' })).status).toBe(413);
  expect((await send('x', to.headers, to.url.replace(/max=\d+/, 'max=999999999'))).status).toBe(404);
  expect((await send('x', { ...to.headers, 'content-length': '99999999999' })).status).toBe(413);
  const before = await ada.call('upload_detect_create', { material_id }).catch((error: unknown) => error);
  expect(before).toMatchObject({ status: 409, error: 'not_ready' });
  expect((await send(portraitBytes('amara') as BodyInit)).status).toBe(200);
  expect((await send(portraitBytes('otto') as BodyInit)).status).toBe(409);
});

test('an empty file is refused at its upload, and the link stays usable', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { material_id, upload: to } = await ada.call('upload_sign_url', { format: 'jpg' });
  const send = (body: Uint8Array) =>
    backend.fetch(to.url, { method: 'PUT', headers: to.headers, body: body as BodyInit });
  const refused = await send(new Uint8Array());
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { error: 'damaged_media', message: expect.stringContaining('empty') },
  ]);
  expect(await keysIn(backend, `materials/${material_id}`)).toEqual([]);
  expect((await send(portraitBytes('amara'))).status).toBe(200);
});

/** In two processes: in one, the newer request ends the other. */
test('of two files sent to one link, the first to arrive stays', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const { material_id, upload: to } = await ada.call('upload_sign_url', { format: 'jpg' });
  const linkKey = new URL(to.url, 'http://localhost').pathname.split('/media/')[1]!;
  const slow = new PassThrough();
  slow.write(portraitBytes('otto').subarray(0, 1000));
  const late = receiveUpload(backend.deps, { linkKey, body: slow, maxBytes: to.max_bytes }).catch(
    (error: AppError) => error.error,
  );
  await expect.poll(() => slow.readableLength).toBe(0);
  const sent = await backend.fetch(to.url, {
    method: 'PUT',
    headers: to.headers,
    body: portraitBytes('amara') as BodyInit,
  });
  expect(sent.status).toBe(200);
  const { material } = await waitUntilProbed(ada, material_id);
  slow.end(portraitBytes('otto').subarray(1000));
  expect(await late).toBe('conflict');
  const played = await backend.fetch(material.playable_url!);
  expect(Buffer.from(await played.arrayBuffer())).toEqual(portraitBytes('amara'));
  expect(await keysIn(backend, `materials/${material_id}`)).toHaveLength(2); // with its thumbnail
});

test('a newer request to an upload link ends the one before', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { upload: to } = await ada.call('upload_sign_url', { format: 'jpg' });
  const send = (body: BodyInit) =>
    backend.fetch(to.url, { method: 'PUT', headers: to.headers, body, duplex: 'half' } as RequestInit);
  let isRead = () => {};
  const hasBegun = new Promise<void>((resolve) => (isRead = resolve));
  const stalled = send(
    new ReadableStream({
      pull: (controller) => {
        controller.enqueue(portraitBytes('otto').subarray(0, 1000));
        isRead();
        return new Promise(() => {});
      },
    }),
  );
  await hasBegun;
  await expect.poll(() => readdirSync(join(backend.mediaFolder, '.incoming'))).toHaveLength(1);
  expect((await send(portraitBytes('amara') as BodyInit)).status).toBe(200);
  expect((await stalled).status).toBe(409);
  expect(readdirSync(join(backend.mediaFolder, '.incoming'))).toEqual([]);
});

test('media are served in ranges, not executable, and only by a signed link', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const photo = portraitBytes('amara');
  const id = await upload(backend, ada, photo);
  const unchecked = await ada.call('upload_material_detail', { material_id: id });
  expect(unchecked.material).toMatchObject({ status: 'probing', playable_url: null, thumb_url: null });
  await backend.startWorker();
  const url = (await waitUntilProbed(ada, id)).material.playable_url!;

  const part = await backend.fetch(url, { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${photo.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(photo.subarray(10, 20));
  const tail = await backend.fetch(url, { headers: { range: 'bytes=-5' } });
  expect(Buffer.from(await tail.arrayBuffer())).toEqual(photo.subarray(-5));
  expect((await backend.fetch(url, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
  expect(part.headers.get('content-security-policy')).toContain('sandbox');
  expect(part.headers.get('x-content-type-options')).toBe('nosniff');

  expect(
    (await backend.fetch(url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`))).status,
  ).toBe(404);
  expect((await backend.fetch(url.replace(/expires=\d+/, 'expires=1'))).status).toBe(404);
  expect((await backend.fetch('/media/..%2f..%2fetc%2fpasswd?expires=9999999999&signature=x')).status).toBe(404);
});

/** Of an upload, in transactions that a test holds open. */
async function deletedWhileSwapped() {
  const backend = await openBackend();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  const other = connect(backend.url, { max: 1 });
  onTestFinished(other.close);
  const deps = { ...backend.deps, accountId: ada.accountId };
  const order = (trx: Transaction<Database>) =>
    insertSwap(trx, deps, { tool_id: 'P001', material_id, bind_face: {} }, whole);
  return { backend, ada, deps, material_id, order, other };
}

test('an upload is kept if a swap takes it during the deletion', async () => {
  const { backend, ada, material_id, order, other } = await deletedWhileSwapped();
  const { deletion } = await other.db.transaction().execute(async (trx) => {
    await order(trx);
    const deletion = ada.call('del_material', { material_id }).catch((error: CallFailed) => error);
    await untilOneWaitsForLock(backend);
    return { deletion };
  });
  expect(await deletion).toMatchObject({ error: 'conflict' });
  expect(await ada.call('my_uploads', {})).toMatchObject({ total: 1, items: [{ material_id }] });
  const kinds = await backend.db.selectFrom('task').select('kind').where('material_id', '=', material_id).execute();
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(['probe', 'swap']);
});

test('a swap that is ordered during the deletion of its upload is refused', async () => {
  const { backend, deps, material_id, order, other } = await deletedWhileSwapped();
  const { swap } = await other.db.transaction().execute(async (trx) => {
    await deleteMaterial({ ...deps, db: trx }, { material_id });
    const swap = backend.db
      .transaction()
      .execute(order)
      .catch((error: AppError) => error);
    await untilOneWaitsForLock(backend);
    return { swap };
  });
  expect(await swap).toMatchObject({ error: 'not_found' });
});

test('a detection that is asked for during the deletion of its upload is refused', async () => {
  const { backend, ada, deps, material_id, other } = await deletedWhileSwapped();
  const { detection } = await other.db.transaction().execute(async (trx) => {
    await deleteMaterial({ ...deps, db: trx }, { material_id });
    const detection = ada.call('upload_detect_create', { material_id }).catch((error: CallFailed) => error);
    await untilOneWaitsForLock(backend);
    return { detection };
  });
  expect(await detection).toMatchObject({ error: 'not_found' });
});

test('deleting an upload removes it and its derived files', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const id = await upload(backend, ada, portraitBytes('amara'));
  const { persons } = await detect(ada, id);
  const { material } = await ada.call('upload_material_detail', { material_id: id });
  await ada.call('del_material', { material_id: id });
  for (const url of [material.playable_url!, material.thumb_url!, persons[0]!.thumb_url]) {
    expect((await backend.fetch(url)).status).toBe(404);
  }
  expect(await ada.call('my_uploads', {})).toMatchObject({ total: 0, items: [] });
});
