import { expect, test } from 'vitest';
import { member, openBackend } from '#tests/support/backend';

const photo = { format: 'jpg', name: 'a.jpg' };

test('the same key and body get the same answer, and one effect', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const first = await ada.call('upload_sign_url', photo, 'key-of-ada-1');
  const second = await ada.call('upload_sign_url', photo, 'key-of-ada-1');
  expect(second).toEqual(first);
  expect(await ada.call('upload_sign_url', photo, 'key-of-ada-2')).not.toEqual(first);
  expect(await backend.db.selectFrom('material').selectAll().execute()).toHaveLength(2);
});

test('ten calls with one key at once have one effect', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ada.call('upload_sign_url', photo, 'key-of-ada-1')),
  );
  expect(new Set(answers.map((answer) => answer.material_id)).size).toBe(1);
});

test('the same key for another body, or another call, is refused', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await ada.call('upload_sign_url', photo, 'key-of-ada-1');
  const other = ada.call('upload_sign_url', { ...photo, name: 'b.jpg' }, 'key-of-ada-1');
  await expect(other).rejects.toMatchObject({ status: 409, error: 'idempotency_mismatch' });
});

test('a key belongs to its account', async () => {
  const backend = await openBackend();
  const [ada, bo] = [await member(backend), await member(backend)];
  const hers = await ada.call('upload_sign_url', photo, 'the-same-key');
  const his = await bo.call('upload_sign_url', photo, 'the-same-key');
  expect(his.material_id).not.toBe(hers.material_id);
});

test('a call that failed may be made again with its key', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const swap = {
    material_id: '019a9e00-0000-7000-8000-00000000a001',
    bind_face: { p1: '019a9e00-0000-7000-8000-00000000f001' },
    consent: true,
  };
  const attempt = () => ada.call('faceswap_create', swap as never, 'key-of-ada-1');
  await expect(attempt()).rejects.toMatchObject({ error: 'not_found' });
  await expect(attempt()).rejects.toMatchObject({ error: 'not_found' });
});

test.each(['short', 'has a space in it', 'x'.repeat(201)])('the key "%s" is refused', async (key) => {
  const backend = await openBackend();
  const ada = await member(backend);
  await expect(ada.call('upload_sign_url', photo, key)).rejects.toMatchObject({ status: 422 });
});
