import { expect, test } from 'vitest';
import type { CallName } from '#contract';
import { postEntry } from '#backend/domain/credits/ledger';
import { sweep } from '#backend/domain/retention/sweep';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { writeCreation } from '#tests/support/creations';
import { ledgerOf, upload, waitUntilProbed } from '#tests/support/journey';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';

const megabyte = 1024 * 1024;

async function passUndoTime({ pool }: TestBackend): Promise<void> {
  await pool.query(`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where task_identifier = 'erase_deletion'`);
}

const idsOf = async (who: Member) => (await who.call('my_creates', {})).items.map(({ order_id }) => order_id);
const rowsOf = async ({ pool }: TestBackend, table: string) => (await pool.query(`select * from ${table}`)).rows;

test('deleted creations disappear at once and come back by an undo', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const [kept, one, two] = [
    await writeCreation(backend, ada),
    await writeCreation(backend, ada),
    await writeCreation(backend, ada),
  ];
  const deletion = await ada.call('del_orders', { order_ids: [one.id, two.id] });
  expect(deletion).toMatchObject({ count: 2 });
  expect(deletion.undo_ms).toBeGreaterThan(9_000);
  expect(await idsOf(ada)).toEqual([kept.id]);
  expect(await ada.call('my_creates', {})).toMatchObject({
    total: 1,
    deletions: [{ ...deletion, undo_ms: expect.any(Number) }],
  });
  expect(await ada.call('my_userinfo', {})).toMatchObject({ counter_orders: 1 });
  for (const name of ['faceswap_result', 'faceswap_cancel', 'del_order'] as const) {
    await expect(ada.call(name, { order_id: one.id })).rejects.toMatchObject({ status: 404 });
  }
  await expect(ada.call('rename_order', { order_id: one.id, name: 'x' })).rejects.toMatchObject({ status: 404 });
  await expect(ada.call('del_orders', { order_ids: [one.id] })).rejects.toMatchObject({ status: 404 });

  expect(await ada.call('undo_del', { deletion_id: deletion.deletion_id })).toEqual({ restored: 2 });
  expect(await idsOf(ada)).toEqual([two.id, one.id, kept.id]);
  expect(await backend.deps.storage.size(one.key)).toBeGreaterThan(0);

  await backend.startWorker();
  await passUndoTime(backend);
  await expect.poll(() => rowsOf(backend, 'graphile_worker.jobs'), patience).toEqual([]);
  expect(await idsOf(ada)).toHaveLength(3);
  await expect(ada.call('undo_del', { deletion_id: deletion.deletion_id })).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('There is nothing to undo'),
  });
});

test('the queue erases rows and files after the time for an undo, and not before', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const creation = await writeCreation(backend, ada);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await backend.startWorker();
  await waitUntilProbed(ada, material_id);
  const { file_key } = (await rowsOf(backend, 'material'))[0];
  const { deletion_id } = await ada.call('del_orders', { order_ids: [creation.id] });
  expect(await ada.call('del_materials', { material_ids: [material_id] })).toMatchObject({ count: 1, in_use: 0 });
  expect(await ada.call('my_userinfo', {})).toMatchObject({ counter_materials: 0, counter_orders: 0 });

  const { rows } = await backend.pool.query(`
    select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs
    where task_identifier = 'erase_deletion'`);
  for (const { seconds } of rows) expect(seconds).toBeGreaterThan(10);
  expect(rows).toHaveLength(2);

  await passUndoTime(backend);
  await expect.poll(() => rowsOf(backend, 'graphile_worker.jobs'), patience).toEqual([]);
  for (const table of ['creation', 'material', 'task', 'deletion']) expect(await rowsOf(backend, table)).toEqual([]);
  for (const key of [creation.key, file_key]) expect(await backend.deps.storage.size(key)).toBeNull();
  await expect(ada.call('undo_del', { deletion_id })).rejects.toMatchObject({ status: 404 });
});

test('the sweep erases a deletion whose job was lost', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { id } = await writeCreation(backend, ada);
  await ada.call('del_orders', { order_ids: [id] });
  await sweep(backend.deps);
  expect(await rowsOf(backend, 'creation')).toHaveLength(1);
  backend.deps.now = () => new Date(Date.now() + 120_000);
  await sweep(backend.deps);
  expect(await rowsOf(backend, 'creation')).toEqual([]);
  expect(await rowsOf(backend, 'deletion')).toEqual([]);
});

test('deleting a swap in work cancels it and returns its credits; an undo shows it as cancelled', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { id } = await writeCreation(backend, ada, { status: 'running' });
  await backend.db.updateTable('creation').set({ price: 3 }).execute();
  const hold = { kind: 'hold', delta: -3, reference: id, note: 'Swap' } as const;
  await backend.db.transaction().execute((trx) => postEntry(trx, { accountId: ada.accountId, ...hold }));
  const { balance } = await ledgerOf(backend, ada);
  const { deletion_id } = await ada.call('del_orders', { order_ids: [id] });
  expect((await ledgerOf(backend, ada)).balance).toBe(balance + 3);
  await ada.call('undo_del', { deletion_id });
  expect((await ada.call('my_creates', {})).items).toMatchObject([{ order_id: id, status: 'cancelled' }]);
  expect((await ledgerOf(backend, ada)).balance).toBe(balance + 3);
});

test('an upload that a swap needs is kept, the others are deleted', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const [used, free] = [
    await upload(backend, ada, portraitBytes('amara'), 'used.jpg'),
    await upload(backend, ada, portraitBytes('otto'), 'free.jpg'),
  ];
  const { id } = await writeCreation(backend, ada, { status: 'queued', material_id: used });
  await expect(ada.call('del_materials', { material_ids: [used] })).rejects.toMatchObject({ error: 'conflict' });
  expect(await ada.call('del_materials', { material_ids: [used, free] })).toMatchObject({ count: 1, in_use: 1 });
  expect((await ada.call('my_uploads', {})).items).toMatchObject([{ material_id: used }]);
  await expect(ada.call('upload_detect_create', { material_id: free })).rejects.toMatchObject({ status: 404 });
  expect((await ada.call('faceswap_result', { order_id: id })).order).toMatchObject({ material_id: used });
});

test('a creation shows nothing of its deleted upload until an undo', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  const { id } = await writeCreation(backend, ada, { material_id });
  const shown = async () => (await ada.call('faceswap_result', { order_id: id })).order.material_id;
  const { deletion_id } = await ada.call('del_materials', { material_ids: [material_id] });
  expect(await shown()).toBeNull();
  await ada.call('undo_del', { deletion_id });
  expect(await shown()).toBe(material_id);
});

test('a deleted upload frees its quota; an undo is refused once newer uploads have taken it', async () => {
  const backend = await openBackend({ quotaBytes: { unconfirmed: 0, free: 10 * megabyte, premium: 0 } });
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  const video = { format: 'mp4', size: 10 * megabyte };
  await expect(ada.call('upload_sign_url', video)).rejects.toMatchObject({ error: 'quota_exceeded' });
  const { deletion_id } = await ada.call('del_materials', { material_ids: [material_id] });
  const newer = await ada.call('upload_sign_url', video);
  await expect(ada.call('undo_del', { deletion_id })).rejects.toMatchObject({
    error: 'quota_exceeded',
    message: expect.stringContaining('newer uploads'),
  });
  await ada.call('del_material', { material_id: newer.material_id });
  expect(await ada.call('undo_del', { deletion_id })).toEqual({ restored: 1 });
});

test('of two deletions of the same creation at once, one takes effect', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { id } = await writeCreation(backend, ada);
  const both = await Promise.allSettled([1, 2].map(() => ada.call('del_orders', { order_ids: [id] })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await rowsOf(backend, 'deletion')).toHaveLength(1);
});

test('deleted faces are hidden from the list, swaps and changes, and come back by an undo', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await backend.startWorker();
  const [kenji, freya] = [
    await ada.call('upload_sample_face', { sample: 'kenji' }),
    await ada.call('upload_sample_face', { sample: 'freya' }),
  ];
  const face_id = kenji.face_id;
  const { deletion_id } = await ada.call('del_faces', { face_ids: [face_id] });
  expect(await ada.call('my_faces', {})).toMatchObject({
    ...{ total: 1, items: [{ face_id: freya.face_id }] },
    deletions: [{ deletion_id, count: 1 }],
  });
  expect(await ada.call('my_userinfo', {})).toMatchObject({ counter_faces: 1 });
  const attempts: [CallName, object][] = [
    ['my_face', { face_id }],
    ['toped_face', { face_id }],
    ['rename_face', { face_id, name: 'Me' }],
    ['upload_face_photo', { face_id, photo: new Blob(['x']), consent: 'true' }],
    ['choose_face_person', { photo_id: kenji.photos[0]!.photo_id, person: 'p1' }],
    ['del_face_photo', { photo_id: kenji.photos[0]!.photo_id }],
    ['del_face', { face_id }],
    ['del_faces', { face_ids: [face_id] }],
  ];
  for (const [name, input] of attempts) {
    await expect(ada.call(name, input), name).rejects.toMatchObject({ status: 404 });
  }
  expect(await ada.call('undo_del', { deletion_id })).toEqual({ restored: 1 });
  expect((await ada.call('my_faces', {})).items).toHaveLength(2);
});

test('the queue erases a deleted face with its photos; a sample face that is added again meanwhile stays', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await backend.startWorker();
  const [kenji, freya] = [
    await ada.call('upload_sample_face', { sample: 'kenji' }),
    await ada.call('upload_sample_face', { sample: 'freya' }),
  ];
  await ada.call('del_faces', { face_ids: [kenji.face_id, freya.face_id] });
  expect((await ada.call('upload_sample_face', { sample: 'freya' })).face_id).toBe(freya.face_id);
  const photos = await rowsOf(backend, 'face_photo');
  const fileOf = (id: string) => backend.deps.storage.size(photos.find(({ face_id }) => face_id === id).file_key);

  await passUndoTime(backend);
  await expect.poll(() => rowsOf(backend, 'graphile_worker.jobs'), patience).toEqual([]);
  expect((await rowsOf(backend, 'face')).map(({ id }) => id)).toEqual([freya.face_id]);
  expect(await rowsOf(backend, 'deletion')).toEqual([]);
  expect(await fileOf(kenji.face_id)).toBeNull();
  expect(await fileOf(freya.face_id)).toBeGreaterThan(0);
});
