import { readFileSync } from 'node:fs';
import { Upload } from '@tus/server';
import { expect, test } from 'vitest';
import type { CallName, Input } from '#contract';
import { limits } from '#backend/domain/limits';
import type { RateLimit } from '#backend/providers/limits/port';
import { member, openBackend, type Member } from '#tests/support/backend';
import { clipPath } from '#tests/support/clips';
import { waitUntilProbed, upload } from '#tests/support/journey';
import { animated, portraitBytes } from '#tests/support/portraits';
import { useUp } from '#tests/support/use-up';

const megabyte = 1024 * 1024;
const from = '203.0.113.7';

const noId = '019a9e00-0000-7000-8000-00000000b0ff';
const photo = { photo: new Blob([portraitBytes('amara') as BlobPart]), consent: 'true' } as Input<'upload_face'>;
const video = { format: 'mp4', size: 10 * megabyte };

test.each([
  ['upload_sign_url', limits.uploadOfAccount, { format: 'jpg' }],
  ['upload_face', limits.faceOfAccount, photo],
  ['del_orders', limits.libraryChangeOfAccount, { order_ids: [noId] }],
  ['del_materials', limits.libraryChangeOfAccount, { material_ids: [noId] }],
  ['del_faces', limits.libraryChangeOfAccount, { face_ids: [noId] }],
  ['undo_del', limits.libraryChangeOfAccount, { deletion_id: noId }],
  ['rename_order', limits.libraryChangeOfAccount, { order_id: noId, name: 'Holiday' }],
  ['rename_material', limits.libraryChangeOfAccount, { material_id: noId, name: 'Holiday' }],
  ['my_data_export', limits.dataExportOfAccount, {}],
] as [CallName, RateLimit, Input<CallName>][])('%s is limited by account', async (name, limit, input) => {
  const backend = await openBackend();
  const [ada, bo] = [await member(backend), await member(backend)];
  await useUp(backend, limit, ada.accountId);
  await expect(ada.call(name, input)).rejects.toMatchObject({ status: 429, message: expect.stringContaining('Wait') });
  if (name === 'upload_sign_url') await bo.call(name, input);
});

test('detections are limited per account; a repeated one is not counted', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const [one, other] = [
    await upload(backend, ada, portraitBytes('amara')),
    await upload(backend, ada, portraitBytes('otto')),
  ];
  const { task_id } = await ada.call('upload_detect_create', { material_id: one });
  await useUp(backend, limits.detectionOfAccount, ada.accountId);
  expect(await ada.call('upload_detect_create', { material_id: one })).toMatchObject({ task_id });
  await expect(ada.call('upload_detect_create', { material_id: other })).rejects.toMatchObject({ status: 429 });
});

test.each([
  ['feedback_create', limits.feedbackFromAddress, { contents: 'Lovely.', email: 'ada@example.com' }],
  ['feedback_sign_url', limits.attachmentFromAddress, { format: 'png' }],
  ['feedback_failed_event', limits.reportFromAddress, { type: 'x', input_data: '' }],
  [
    'feedback_takedown',
    limits.takedownFromAddress,
    {
      location: 'https://example.com/1',
      description: 'A swap that shows me.',
      person: 'Ada',
      good_faith: 'true',
      email: 'ada@example.com',
      signature: 'Ada',
    },
  ],
] as [CallName, RateLimit, Input<CallName>][])('%s is limited by network address', async (name, limit, input) => {
  const backend = await openBackend();
  await useUp(backend, limit, from);
  const { path } = { path: `/${name.replace('_', '/')}` };
  const headers = { 'content-type': 'application/json' };
  const refused = await backend.fetch(path, { method: 'POST', headers, body: JSON.stringify(input) }, from);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  await backend.call(name, input, { from: '203.0.113.8' });
});

const sign = (who: Member, input: Input<'upload_sign_url'>) => who.call('upload_sign_url', input);

test('stored files and open links stay within the plan’s quota, also under concurrency', async () => {
  const backend = await openBackend({ quotaBytes: { unconfirmed: 0, free: 100 * megabyte, premium: 200 * megabyte } });
  const [ada, bo] = [await member(backend), await member(backend)];
  await upload(backend, ada, portraitBytes('amara'));
  const asked = await Promise.allSettled(Array.from({ length: 25 }, () => sign(ada, video)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  const { reason } = asked.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(reason).toMatchObject({
    status: 413,
    error: 'quota_exceeded',
    message: expect.stringMatching(/Your uploads take 90\.\d MB of 100 MB.*Delete uploads/),
  });
  await sign(bo, video);
  await backend.db.updateTable('account').set({ user_status: 'premium' }).where('id', '=', ada.accountId).execute();
  await sign(ada, video);
});

test('an expired link and a deleted upload free their quota', async () => {
  const backend = await openBackend({ quotaBytes: { unconfirmed: 0, free: 10 * megabyte, premium: 0 } });
  const ada = await member(backend);
  const { material_id } = await sign(ada, video);
  await expect(sign(ada, video)).rejects.toMatchObject({ error: 'quota_exceeded' });
  await ada.call('del_material', { material_id });
  await sign(ada, video);
  backend.deps.now = () => new Date(Date.now() + 61 * 60_000);
  await sign(ada, video);
});

test('a link for a file of unknown size allows the rest of the quota', async () => {
  const backend = await openBackend({ quotaBytes: { unconfirmed: 0, free: 100 * megabyte, premium: 0 } });
  const ada = await member(backend);
  expect((await sign(ada, { format: 'jpg' })).upload.max_bytes).toBe(60 * megabyte);
  expect((await sign(ada, { format: 'mp4' })).upload.max_bytes).toBe(40 * megabyte);
  await expect(sign(ada, { format: 'mp4' })).rejects.toMatchObject({ error: 'quota_exceeded' });
});

test('the number of open links is bounded', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  for (let opened = 0; opened < 30; opened++) await sign(ada, { format: 'jpg', size: 1000 });
  await expect(sign(ada, { format: 'jpg', size: 1000 })).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining('30 uploads'),
  });
});

test('an unconfirmed account uploads photos only, within a small quota', async () => {
  const backend = await openBackend({ quotaBytes: { unconfirmed: 2 * megabyte, free: 0, premium: 0 } });
  const eve = await member(backend, { isConfirmed: false });
  for (const format of ['mp4', 'gif']) {
    await expect(sign(eve, { format, size: 1000 })).rejects.toMatchObject({
      status: 409,
      error: 'activation_required',
      message: expect.stringContaining('Confirm your e-mail address'),
    });
  }
  await sign(eve, { format: 'jpg', size: 2 * megabyte });
  await expect(sign(eve, { format: 'jpg', size: 1000 })).rejects.toMatchObject({
    error: 'quota_exceeded',
    message: expect.stringContaining('Confirm your e-mail address'),
  });
});

test.each([
  ['a video', () => readFileSync(clipPath('cuts'))],
  ['a GIF', () => animated('gif', [100, 100])],
])('%s that an unconfirmed account names a photo is refused by its content', async (_what, media) => {
  const backend = await openBackend();
  await backend.startWorker();
  const [eve, ada] = [await member(backend, { isConfirmed: false }), await member(backend)];
  const bytes = await media();
  const { material } = await waitUntilProbed(eve, await upload(backend, eve, bytes, 'photo.jpg'));
  expect(material).toMatchObject({
    status: 'rejected',
    reason: expect.stringContaining('Confirm your e-mail address'),
  });
  expect((await waitUntilProbed(ada, await upload(backend, ada, bytes, 'photo.jpg'))).material.status).toBe('ready');
});

test('a link accepts at most its announced size, in one piece or several', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const bytes = portraitBytes('amara');
  const put = (to: { url: string; headers: Record<string, string> }) =>
    backend.fetch(to.url, { method: 'PUT', headers: to.headers, body: bytes as BodyInit });
  const short = await sign(ada, { format: 'jpg', size: bytes.length - 1 });
  expect(short.upload.max_bytes).toBe(bytes.length - 1);
  const refused = await put(short.upload);
  expect([refused.status, (await refused.json()).message]).toEqual([
    413,
    expect.stringContaining(`at most ${(bytes.length - 1).toLocaleString('en')} bytes`),
  ]);
  const exact = await sign(ada, { format: 'jpg', size: bytes.length });
  expect((await put(exact.upload)).status).toBe(200);

  const pieces = await sign(ada, { format: 'jpg', size: 100, resumable: true });
  const begin = (length: number) =>
    backend.fetch(pieces.upload.url, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': String(length) },
    });
  expect((await begin(101)).status).toBe(413);
  expect((await begin(100)).status).toBe(201);
});

test('a started resumable upload reserves only its file’s size', async () => {
  const backend = await openBackend({ quotaBytes: { unconfirmed: 0, free: 100 * megabyte, premium: 0 } });
  const ada = await member(backend);
  const { upload: to } = await sign(ada, { format: 'mp4', resumable: true });
  await expect(sign(ada, video)).rejects.toMatchObject({ error: 'quota_exceeded' });
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000' };
  expect((await backend.fetch(to.url, { method: 'POST', headers })).status).toBe(201);
  await sign(ada, video);
});

test.each([
  ['began', true],
  ['did not begin', false],
])(
  'a resumable upload that %s and that its sender cancels frees its quota, and its link ends',
  async (_what, begins) => {
    const backend = await openBackend({ quotaBytes: { unconfirmed: 0, free: 10 * megabyte, premium: 0 } });
    const ada = await member(backend);
    const { upload: to } = await sign(ada, { ...video, resumable: true });
    const tus = { 'tus-resumable': '1.0.0' };
    const begin = { method: 'POST', headers: { ...tus, 'upload-length': String(video.size) } };
    if (begins) expect((await backend.fetch(to.url, begin)).status).toBe(201);
    await expect(sign(ada, video)).rejects.toMatchObject({ error: 'quota_exceeded' });
    expect((await backend.fetch(to.url, { method: 'DELETE', headers: tus })).status).toBe(204);
    await sign(ada, video);
    expect((await backend.fetch(to.url, begin)).status).toBe(404);
  },
);

test('a resumable upload that has begun cannot begin again with a longer file', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { upload: to, material_id } = await sign(ada, { format: 'mp4', resumable: true });
  const tus = { 'tus-resumable': '1.0.0' };
  const begin = async (length: number) => {
    const headers = { ...tus, 'upload-length': String(length) };
    return (await backend.fetch(to.url, { method: 'POST', headers })).status;
  };
  expect([await begin(10), await begin(11), await begin(10)]).toEqual([201, 413, 201]);

  // Two requests at once: the longer file's description was written last.
  const { dataStore, idOf } = backend.deps.storage.resumable;
  await dataStore.create(new Upload({ id: idOf(`materials/${material_id}/original.mp4`), size: 11, offset: 0 }));
  const sent = await backend.fetch(to.url, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: Buffer.alloc(11) as BodyInit,
  });
  expect(sent.status).toBe(413);
});

test('a file that arrives until its link expires is cut off', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { upload: to } = await sign(ada, { format: 'jpg', size: 1000 });
  const almostExpired = new Date(to.expires_at).getTime() - 1100; // links have whole seconds
  backend.deps.now = () => new Date(almostExpired);
  const body = new ReadableStream({ pull: () => new Promise(() => {}) });
  const request = { method: 'PUT', headers: to.headers, body, duplex: 'half' };
  const cut = await backend.fetch(to.url, request as RequestInit);
  expect([cut.status, (await cut.json()).error]).toEqual([410, 'expired']);
});
