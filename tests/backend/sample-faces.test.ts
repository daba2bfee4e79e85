import { expect, test } from 'vitest';
import { member, openBackend } from '#tests/support/backend';
import { detect, upload, waitForSwap } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';

test('a sample face is added once, however often and however fast it is requested', async () => {
  const backend = await openBackend();
  const [ada, bo] = [await member(backend), await member(backend)];
  const add = () => ada.call('upload_sample_face', { sample: 'kenji' });
  const [first, ...others] = await Promise.all([add(), add(), add()]);
  others.push(await add());
  expect(others.map(({ face_id }) => face_id)).toEqual(others.map(() => first.face_id));
  expect(await ada.call('my_faces', {})).toMatchObject({
    total: 1,
    items: [{ face_id: first.face_id, sample: 'kenji', width: 768, height: 960 }],
  });
  const files = await Promise.all([first.url, first.thumb_url].map((url) => backend.fetch(url)));
  expect(files.map(({ status }) => status)).toEqual([200, 200]);
  const stored: string[] = [];
  for await (const { key } of backend.deps.storage.list('faces')) stored.push(key);
  expect(stored).toHaveLength(2);

  expect((await bo.call('upload_sample_face', { sample: 'kenji' })).face_id).not.toBe(first.face_id);
});

test('a sample face can be swapped, deleted and added again', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await detect(ada, material_id);
  const { face_id } = await ada.call('upload_sample_face', { sample: 'kenji' });
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await ada.call('faceswap_create', swap);
  expect((await waitForSwap(ada, order_id)).status).toBe('succeeded');

  await ada.call('del_face', { face_id });
  const again = await ada.call('upload_sample_face', { sample: 'kenji' });
  expect(again.face_id).not.toBe(face_id);
  expect((await backend.fetch(again.thumb_url)).status).toBe(200);
});

test('an unknown sample face is refused', async () => {
  const ada = await member(await openBackend());
  const attempt = ada.call('upload_sample_face', { sample: 'nobody' as never });
  await expect(attempt).rejects.toMatchObject({ status: 422, error: 'invalid_input' });
});
