import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { batchLimits } from '#contract';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { addFace, detect, ledgerOf, untilNextPoll, upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { readZip } from '#tests/support/read-zip';

type Item = { material_id: string; bind_face: Record<string, string> };

const create = (who: Member, items: Item[], key?: string) => who.call('batch_create', { items, consent: 'true' }, key);

async function ended(who: Member, batch_id: string) {
  for (;;) {
    const batch = await who.call('batch_result', { batch_id });
    if (batch.status === 'ended') return batch;
    await untilNextPoll();
  }
}

test('a batch swaps each photo, is charged once, and is downloaded as one zip', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const photos = ['amara', 'otto'] as const;
  const materials: string[] = [];
  for (const photo of photos) materials.push(await upload(backend, ada, portraitBytes(photo), `${photo}.jpg`));
  for (const material of materials) await detect(ada, material);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const items = materials.map((material_id) => ({ material_id, bind_face: { p1: face_id } }));
  const [batch, again] = await Promise.all([create(ada, items, 'pressed-twice'), create(ada, items, 'pressed-twice')]);
  expect(again).toEqual(batch);
  expect(batch).toMatchObject({ status: 'running', price: 2, credits_charged: 2 });

  const { batch_id } = batch;
  const done = await ended(ada, batch_id);
  expect(done).toMatchObject({ batch_id, progress: 100, eta_seconds: null, poll_after_ms: 0, credits_charged: 2 });
  expect(done.orders.map(({ name, status, material_id }) => ({ name, status, material_id }))).toEqual(
    photos.map((photo, i) => ({ name: `${photo}.jpg`, status: 'succeeded', material_id: materials[i] })),
  );
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 8, sum: 8 });
  expect((await ada.call('my_creates', {})).items.map((order) => order.batch_id)).toEqual(Array(2).fill(batch_id));

  const { url } = await ada.call('zip_orders', { order_ids: done.orders.map(({ order_id }) => order_id) });
  const entries = readZip(Buffer.from(await (await backend.fetch(url)).arrayBuffer()));
  expect(Object.keys(entries)).toEqual(photos.map((photo) => `${photo}-faceswap.jpg`));
});

test('a batch that is dearer than the balance writes nothing and names the amounts', async () => {
  const { backend, ada, items } = await readyPhotos({ photos: 2, credits: 1 });
  await expect(create(ada, items)).rejects.toMatchObject({
    status: 402,
    message: 'This costs 2 credits; you have 1.',
  });
  expect(await ada.call('my_creates', {})).toMatchObject({ total: 0 });
  expect((await ledgerOf(backend, ada)).entries.map(({ kind }) => kind)).not.toContain('hold');
});

test('a photo that cannot be swapped stops the whole batch and is named', async () => {
  const { backend, ada, items } = await readyPhotos({ photos: 2 });
  const [first, second] = items as [Item, Item];
  const unknown = { ...second, bind_face: { p9: second.bind_face.p1! } };
  await expect(create(ada, [first, unknown])).rejects.toMatchObject({
    status: 422,
    fields: { items: expect.stringMatching(/^Photo 2: This upload has no person p9/) },
  });
  await expect(create(ada, [{ ...first, material_id: uuidv7() }])).rejects.toMatchObject({ status: 404 });
  await backend.db.updateTable('material').set({ kind: 'gif' }).where('id', '=', first.material_id).execute();
  await expect(create(ada, items)).rejects.toMatchObject({
    fields: { items: expect.stringMatching(/^Photo 1: A batch takes photos only/) },
  });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10 });
});

test('a batch has a limit of photos and contains each once', async () => {
  const { ada, items } = await readyPhotos({ photos: 1 });
  const many = Array.from({ length: batchLimits.photos + 1 }, () => ({ ...items[0]!, material_id: uuidv7() }));
  const refusals: [Item[], RegExp][] = [
    [[], /at least one photo/],
    [many, /at most 20 photos/],
    [[items[0]!, items[0]!], /each photo once/],
  ];
  for (const [given, said] of refusals) {
    await expect(create(ada, given)).rejects.toMatchObject({
      status: 422,
      fields: { items: expect.stringMatching(said) },
    });
  }
});

test('a failed swap of a batch returns its credit and keeps its reason', async () => {
  const { backend, ada, items } = await readyPhotos({ photos: 2 });
  const { batch_id, orders } = await create(ada, items);
  const failure = { status: 'failed', error: 'internal', message: 'It did not work.' } as const;
  await endSwapWithoutResult(backend.deps, orders[0]!.task_id, failure);
  expect(await ada.call('batch_result', { batch_id })).toMatchObject({
    status: 'running',
    progress: 50,
    price: 2,
    credits_charged: 1,
    orders: [{ status: 'failed', reason: 'It did not work.', credits_charged: 0 }, { status: 'queued' }],
  });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 9, sum: 9 });
});

test('cancelling a batch ends what has not started; repeated, it changes nothing', async () => {
  const { backend, ada, items } = await readyPhotos({ photos: 3 });
  const { batch_id, orders } = await create(ada, items);
  await backend.db.updateTable('task').set({ status: 'running' }).where('id', '=', orders[0]!.task_id).execute();
  const cancelled = await Promise.all([1, 2].map(() => ada.call('batch_cancel', { batch_id })));
  for (const batch of cancelled) {
    expect(batch).toMatchObject({ status: 'running', credits_charged: 1 });
    expect(batch.orders.map(({ status }) => status)).toEqual(['running', 'cancelled', 'cancelled']);
  }
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 9, sum: 9 });
});

test('the jobs of a batch wait for each other and for those of other accounts', async () => {
  const { backend, ada, items } = await readyPhotos({ photos: 3 });
  await create(ada, items);
  const jobs = await backend.pool.query<{ priority: number; queue: string }>(
    `select priority, queue_name as queue from graphile_worker.jobs where task_identifier = 'swap_photo' order by id`,
  );
  const priorities = jobs.rows.map(({ priority }) => priority);
  expect(priorities.map((priority) => priority - priorities[0]!)).toEqual([0, 1, 2]);
  expect(new Set(jobs.rows.map(({ queue }) => queue))).toEqual(new Set([`quick:${ada.accountId}`]));
});

test('a batch is found as long as one of its creations is', async () => {
  const { ada, items } = await readyPhotos({ photos: 2 });
  const { batch_id, orders } = await create(ada, items);
  const [first, second] = orders.map(({ order_id }) => order_id) as [string, string];
  await ada.call('del_order', { order_id: first });
  expect((await ada.call('batch_result', { batch_id })).orders.map(({ order_id }) => order_id)).toEqual([second]);
  const { deletion_id } = await ada.call('del_orders', { order_ids: [second] });
  await expect(ada.call('batch_result', { batch_id })).rejects.toMatchObject({ status: 404 });
  await ada.call('undo_del', { deletion_id });
  expect((await ada.call('batch_result', { batch_id })).orders).toHaveLength(1);
});

async function readyPhotos({ photos, credits }: { photos: number; credits?: number }) {
  const backend = await openBackend();
  const ada = await member(backend, credits === undefined ? {} : { credits });
  const face_id = await storedFace(backend, ada);
  const items: Item[] = [];
  for (let i = 0; i < photos; i++) {
    items.push({ material_id: await readyPhoto(backend, ada), bind_face: { p1: face_id } });
  }
  return { backend, ada, items };
}

async function storedFace({ db }: TestBackend, { accountId }: Member): Promise<string> {
  const id = uuidv7();
  const owned = { id, account_id: accountId };
  await db
    .insertInto('face')
    .values({ ...owned, name: 'Diego' })
    .execute();
  const keys = { file_key: `faces/${id}.jpg`, thumb_key: `faces/${id}-thumb.jpg`, width: 1, height: 1 };
  await db
    .insertInto('face_photo')
    .values({ ...owned, face_id: id, ...keys })
    .execute();
  return id;
}

async function readyPhoto(backend: TestBackend, who: Member): Promise<string> {
  const material_id = await upload(backend, who, portraitBytes('amara'));
  const { task_id } = await who.call('upload_detect_create', { material_id });
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const seen = { screen_time_ms: 0, share: 0.1, first_seen_ms: 0, frontal_score: 1, box };
  await backend.db.updateTable('material').set({ status: 'ready' }).where('id', '=', material_id).execute();
  await backend.db
    .updateTable('task')
    .set({
      status: 'succeeded',
      finished_at: new Date(),
      persons: JSON.stringify([{ key: 'p1', thumb_key: 'none.jpg', ...seen }]),
    })
    .where('id', '=', task_id)
    .execute();
  return material_id;
}
