import { expect, test } from 'vitest';
import { rules } from '#contract';
import { finishTask } from '#backend/domain/task/finish';
import { startTask } from '#backend/domain/task/run-task';
import { member, openBackend } from '#tests/support/backend';
import { writeCreation } from '#tests/support/creations';
import { upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { readZip } from '#tests/support/read-zip';

test('creations are filtered by state and sorted', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await writeCreation(backend, ada, { name: 'Bo.jpg' });
  await writeCreation(backend, ada, { name: 'ada.gif', kind: 'gif', status: 'failed' });
  await writeCreation(backend, ada, { name: 'cleo.mp4', kind: 'video', status: 'running' });
  const names = async (query: object) => (await ada.call('my_creates', query)).items.map(({ name }) => name);
  expect(await names({})).toEqual(['cleo.mp4', 'ada.gif', 'Bo.jpg']);
  expect(await names({ sort: 'oldest' })).toEqual(['Bo.jpg', 'ada.gif', 'cleo.mp4']);
  expect(await names({ sort: 'name' })).toEqual(['ada.gif', 'Bo.jpg', 'cleo.mp4']);
  expect(await names({ state: 'done' })).toEqual(['Bo.jpg']);
  expect(await names({ state: 'working' })).toEqual(['cleo.mp4']);
  expect(await names({ state: 'ended', type: 'gif' })).toEqual(['ada.gif']);
  expect(await names({ state: 'ended', type: 'video' })).toEqual([]);
  expect(await ada.call('my_creates', { state: 'done' })).toMatchObject({ total: 1 });
});

test('a creation is listed by the present state of its task', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { id } = await writeCreation(backend, ada, { status: 'queued' });
  const { task_id } = await ada.call('faceswap_result', { order_id: id });
  const listedAs = async () => {
    const states = ['working', 'done', 'ended'] as const;
    const pages = await Promise.all(states.map((state) => ada.call('my_creates', { state })));
    return states.filter((_, i) => pages[i]!.total > 0);
  };
  expect(await listedAs()).toEqual(['working']);
  await startTask(backend.deps, task_id);
  expect(await listedAs()).toEqual(['working']);
  await finishTask(backend.deps, task_id, { status: 'failed', error: 'no_face', message: 'No face.' });
  expect(await listedAs()).toEqual(['ended']);
});

test('uploads are filtered by state and sorted, also by size', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  for (const [name, size] of [
    ['b.jpg', 30],
    ['a.jpg', 20],
    ['c.jpg', 10],
  ] as const) {
    const id = await upload(backend, ada, portraitBytes('amara'), name);
    await backend.db.updateTable('material').set({ size }).where('id', '=', id).execute();
  }
  await backend.db.updateTable('material').set({ status: 'rejected' }).where('name', '=', 'c.jpg').execute();
  const names = async (query: object) => (await ada.call('my_uploads', query)).items.map(({ name }) => name);
  expect(await names({})).toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
  expect(await names({ sort: 'oldest' })).toEqual(['b.jpg', 'a.jpg', 'c.jpg']);
  expect(await names({ sort: 'name' })).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  expect(await names({ sort: 'size' })).toEqual(['b.jpg', 'a.jpg', 'c.jpg']);
  expect(await names({ state: 'rejected' })).toEqual(['c.jpg']);
  expect(await names({ state: 'ready', sort: 'size' })).toEqual(['b.jpg', 'a.jpg']);
});

test('a file that is uploaded again gets a name of its own', async () => {
  const backend = await openBackend();
  const [ada, bo] = [await member(backend), await member(backend)];
  for (let copy = 0; copy < 3; copy++) await upload(backend, ada, portraitBytes('amara'), 'sample6.jpg');
  await upload(backend, bo, portraitBytes('amara'), 'sample6.jpg');
  const names = (await ada.call('my_uploads', { sort: 'oldest' })).items.map(({ name }) => name);
  expect(names).toEqual(['sample6.jpg', 'sample6 (2).jpg', 'sample6 (3).jpg']);
  expect((await bo.call('my_uploads', {})).items).toMatchObject([{ name: 'sample6.jpg' }]);
});

test('uploads and creations are renamed; the name of a creation is that of its download', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { id: order_id } = await writeCreation(backend, ada);
  const order = await ada.call('rename_order', { order_id, name: ' Trip to St. Moritz ' });
  expect(order).toMatchObject({ order_id, name: 'Trip to St. Moritz' });
  const download = await backend.fetch(order.download_url!);
  expect(download.headers.get('content-disposition')).toContain('"Trip-to-St.-Moritz-faceswap.jpg"');
  const { download_url } = await ada.call('rename_order', { order_id, name: '海' });
  expect((await backend.fetch(download_url!)).headers.get('content-disposition')).toBe(
    `attachment; filename="_-faceswap.jpg"; filename*=UTF-8''%E6%B5%B7-faceswap.jpg`,
  );

  const material_id = await upload(backend, ada, portraitBytes('amara'));
  expect(await ada.call('rename_material', { material_id, name: 'Me' })).toMatchObject({ material_id, name: 'Me' });
  for (const name of ['', 'x'.repeat(rules.mediaNameLength + 1)]) {
    await expect(ada.call('rename_order', { order_id, name })).rejects.toMatchObject({ status: 422 });
  }
});

test('selected creations are downloaded as one zip file with different names', async () => {
  const backend = await openBackend();
  const [ada, eve] = [await member(backend), await member(backend)];
  const one = await writeCreation(backend, ada, { bytes: 'first' });
  const two = await writeCreation(backend, ada, { bytes: 'second' });
  const failed = await writeCreation(backend, ada, { status: 'failed' });
  const foreign = await writeCreation(backend, eve);
  const order_ids = [one, two, failed, foreign].map(({ id }) => id);
  const zip = await ada.call('zip_orders', { order_ids });
  expect(zip).toMatchObject({ files: 2, bytes: 11 });
  expect(new Date(zip.expires_at).getTime()).toBeGreaterThan(Date.now());
  expect(zip.url).toContain(`expires=${new Date(zip.expires_at).getTime() / 1000}&`);

  const response = await backend.fetch(zip.url);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="faceswap-2-creations.zip"');
  const body = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(body.length));
  const files = Object.entries(readZip(body)).map(([name, bytes]) => [name, bytes.toString()]);
  expect(files).toEqual([
    ['holiday-faceswap.jpg', 'first'],
    ['holiday-faceswap-2.jpg', 'second'],
  ]);
});

test('a zip link is bound to its creations, and ends with them', async () => {
  const backend = await openBackend();
  const [ada, eve] = [await member(backend), await member(backend)];
  const own = await writeCreation(backend, ada);
  const foreign = await writeCreation(backend, eve);
  for (const order_ids of [[foreign.id], [(await writeCreation(backend, ada, { status: 'failed' })).id]]) {
    await expect(ada.call('zip_orders', { order_ids })).rejects.toMatchObject({ status: 404 });
  }
  const { url } = await ada.call('zip_orders', { order_ids: [own.id] });
  expect((await backend.fetch(url.replace(own.id, foreign.id))).status).toBe(404);
  expect((await backend.fetch(url, { method: 'HEAD' })).status).toBe(200);
  await ada.call('del_orders', { order_ids: [own.id] });
  expect((await backend.fetch(url)).status).toBe(404);
});

test('a zip file is limited in size', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { id } = await writeCreation(backend, ada);
  Object.assign(backend.deps.storage, { size: async () => rules.zipMaxBytes + 1 });
  await expect(ada.call('zip_orders', { order_ids: [id] })).rejects.toMatchObject({
    error: 'too_large',
    message: expect.stringContaining('select fewer'),
  });
});
