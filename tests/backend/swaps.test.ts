import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { failLostTasks } from '#backend/jobs/fail-lost-tasks';
import { sweep } from '#backend/domain/retention/sweep';
import { runSwap } from '#backend/domain/swap/run-swap';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { addFace, detect, ledgerOf, waitForSwap, upload } from '#tests/support/journey';
import { sharedEngine } from '#tests/support/shared-engine';
import { portraitBytes } from '#tests/support/portraits';

async function prepared(backend: TestBackend, who: Member) {
  const material_id = await upload(backend, who, portraitBytes('amara'), 'amara.jpg');
  await detect(who, material_id);
  const { face_id } = await addFace(who, portraitBytes('diego'));
  return { material_id, face_id, swap: { material_id, bind_face: { p1: face_id }, consent: 'true' } };
}

test('a swap is rendered, charged once, listed and downloadable', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const { swap, face_id, material_id } = await prepared(backend, ada);
  const [order, again] = await Promise.all([
    ada.call('faceswap_create', swap, 'pressed-twice'),
    ada.call('faceswap_create', swap, 'pressed-twice'),
  ]);
  expect(again.order_id).toBe(order.order_id);
  const { status, order: made } = await waitForSwap(ada, order.order_id);
  expect(status).toBe('succeeded');
  expect(made).toMatchObject({ price: 1, credits_charged: 1, bindings: { p1: [face_id] }, material_id });
  expect(made.label).toEqual({ visible: true, source_type: 'compositeSynthetic' });

  const result = Buffer.from(await (await backend.fetch(made.result_url!)).arrayBuffer());
  expect(await sharp(result).metadata()).toMatchObject({ format: 'jpeg', width: 768, height: 960 });
  const { channels } = await sharp(result).stats();
  expect(channels).toHaveLength(3);
  const download = await backend.fetch(made.download_url!);
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="amara-faceswap\.jpg"$/);
  expect((await backend.fetch(made.poster_url!)).status).toBe(200);

  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 9, sum: 9 });
  expect(await ada.call('my_creates', {})).toMatchObject({
    total: 1,
    items: [{ order_id: order.order_id, status: 'succeeded', name: 'amara.jpg', progress: 100, reason: null }],
  });
  expect(await ada.call('my_userinfo', {})).toMatchObject({ credit_num: 9, counter_orders: 1, counter_faces: 1 });
  expect((await ada.call('my_faces', {})).items).toMatchObject([{ face_id, used_in: 1 }]);

  await ada.call('del_material', { material_id });
  expect((await ada.call('my_creates', {})).items).toMatchObject([{ name: 'amara.jpg', material_id: null }]);
});

test('without enough credits nothing is written and the amounts are named', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend, { credits: 0 });
  const { swap } = await prepared(backend, ada);
  const attempt = ada.call('faceswap_create', swap);
  await expect(attempt).rejects.toMatchObject({ status: 402, message: 'This costs 1 credit; you have 0.' });
  expect(await ada.call('my_creates', {})).toMatchObject({ total: 0 });
});

test('a failed swap has a reason and returns its credits', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const order_id = await orderWithoutWorker(backend, ada);
  await backend.db.deleteFrom('face').execute();
  await backend.startWorker();
  const ended = await waitForSwap(ada, order_id);
  expect(ended).toMatchObject({ status: 'failed', error: { error: 'no_face' }, order: { credits_charged: 0 } });
  const { balance, entries } = await ledgerOf(backend, ada);
  expect(balance).toBe(10);
  expect(entries.map((entry) => entry.kind)).toEqual(['grant', 'hold', 'release']);
});

test('a succeeded swap always includes its result', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const { swap } = await prepared(backend, ada);
  const watch = async (order_id: string) => {
    for (;;) {
      const { status, order } = await ada.call('faceswap_result', { order_id });
      expect([order.status, order.result_url !== null]).toEqual([status, status === 'succeeded']);
      if (status === 'succeeded') return;
    }
  };
  for (let round = 0; round < 2; round++) {
    const { order_id } = await ada.call('faceswap_create', swap);
    await Promise.all(Array.from({ length: 2 }, () => watch(order_id)));
  }
});

test('a swap rendered by two workers at once keeps one result', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const { swap } = await prepared(backend, ada);
  const { order_id, task_id } = await ada.call('faceswap_create', swap);
  const engine = await sharedEngine();
  const second = { ...backend.deps, engine, contentSigner: null, signal: new AbortController().signal };
  await runSwap(second, task_id);
  const jobsLeft = async () => (await backend.pool.query('select from graphile_worker.jobs')).rowCount ?? 0;
  while ((await jobsLeft()) > 0) await pause(20);

  const { status, order } = await waitForSwap(ada, order_id);
  expect(status).toBe('succeeded');
  expect((await backend.fetch(order.result_url!)).status).toBe(200);
  expect((await backend.fetch(order.poster_url!)).status).toBe(200);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 9 });
});

test('repeated cancellation returns the credits once', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const order = await orderWithoutWorker(backend, ada);
  const cancelled = await Promise.all([1, 2, 3].map(() => ada.call('faceswap_cancel', { order_id: order })));
  expect(cancelled.map((one) => [one.status, one.credits_charged])).toEqual(Array(3).fill(['cancelled', 0]));
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10, sum: 10 });
  expect((await ledgerOf(backend, ada)).entries).toHaveLength(3);
});

test('deleting a queued creation cancels it first', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const order = await orderWithoutWorker(backend, ada);
  await ada.call('del_order', { order_id: order });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10 });
  expect(await ada.call('my_creates', {})).toMatchObject({ total: 0 });
});

test('a task whose job is lost fails and returns its credits', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const order = await orderWithoutWorker(backend, ada);
  expect(await failLostTasks(backend.deps)).toEqual([]);
  await backend.pool.query('delete from graphile_worker._private_jobs');
  await backend.pool.query(`update task set created_at = now() - interval '1 minute' where kind = 'swap'`);
  await failLostTasks(backend.deps);
  const ended = await ada.call('faceswap_result', { order_id: order });
  expect(ended).toMatchObject({ status: 'failed', error: { error: 'internal' } });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10, sum: 10 });
});

test('invalid bindings are refused and cost nothing', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const [ada, bo] = [await member(backend), await member(backend)];
  const { material_id, face_id } = await prepared(backend, ada);
  const stranger = (await addFace(bo, portraitBytes('otto'))).face_id;
  const refusals: [Record<string, string>, RegExp][] = [
    [{ p7: face_id }, /no person p7/],
    [{ p1: stranger }, /no longer in your library/],
    [{}, /at least one person/],
  ];
  for (const [bind_face, said] of refusals) {
    const attempt = ada.call('faceswap_create', { material_id, bind_face, consent: 'true' });
    await expect(attempt).rejects.toMatchObject({ status: 422, fields: { bind_face: expect.stringMatching(said) } });
  }
  expect((await ledgerOf(backend, ada)).balance).toBe(10);
});

test('faces and swaps require consent', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const face = ada.call('upload_face', { photo: new Blob(['x']), consent: '' });
  await expect(face).rejects.toMatchObject({ fields: { consent: expect.stringContaining('confirm') } });
});

test('a face photo is stored without its metadata', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const photo = await sharp(portraitBytes('kenji'))
    .withExif({ IFD0: { Artist: 'Somebody Private' } })
    .jpeg()
    .toBuffer();
  expect(photo.includes('Somebody Private')).toBe(true);
  const face = await addFace(ada, photo);
  const kept = Buffer.from(await (await backend.fetch(face.url)).arrayBuffer());
  expect(kept.includes('Somebody Private')).toBe(false);
  expect(face).toMatchObject({ width: 768, height: 960, pinned: false });
});

test('a pinned face comes first', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const first = await addFace(ada, portraitBytes('kenji'));
  const second = await addFace(ada, portraitBytes('lin'));
  const order = async () => (await ada.call('my_faces', {})).items.map((face) => face.face_id);
  expect(await order()).toEqual([second.face_id, first.face_id]);
  await ada.call('toped_face', { face_id: first.face_id });
  expect(await order()).toEqual([first.face_id, second.face_id]);
});

test('expired media are swept with their files', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const { swap } = await prepared(backend, ada);
  const { order } = await waitForSwap(ada, (await ada.call('faceswap_create', swap)).order_id);
  await sweep(backend.deps);
  expect((await backend.fetch(order.result_url!)).status).toBe(200);
  await sweep({ ...backend.deps, now: () => new Date(Date.now() + 31 * 86_400_000) });
  expect((await backend.fetch(order.result_url!)).status).toBe(404);
  expect(await backend.db.selectFrom('creation').selectAll().execute()).toEqual([]);
  expect(await backend.db.selectFrom('material').selectAll().execute()).toEqual([]);
});

async function orderWithoutWorker(backend: TestBackend, who: Member): Promise<string> {
  const material_id = await upload(backend, who, portraitBytes('amara'));
  const task = await who.call('upload_detect_create', { material_id });
  const person = {
    key: 'p1',
    thumb_key: 'none.jpg',
    screen_time_ms: 0,
    share: 0.1,
    first_seen_ms: 0,
    frontal_score: 1,
  };
  const persons = JSON.stringify([{ ...person, box: { x: 0, y: 0, width: 1, height: 1 } }]);
  await backend.db.updateTable('material').set({ status: 'ready' }).where('id', '=', material_id).execute();
  await backend.db
    .updateTable('task')
    .set({ status: 'succeeded', finished_at: new Date(), persons })
    .where('id', '=', task.task_id)
    .execute();
  const face_id = '019a9e00-0000-7000-8000-00000000f001';
  const owned = { id: face_id, account_id: who.accountId };
  const keys = { file_key: `faces/${face_id}.jpg`, thumb_key: 't.jpg', width: 1, height: 1 };
  await backend.db
    .insertInto('face')
    .values({ ...owned, name: 'Face 1' })
    .execute();
  await backend.db
    .insertInto('face_photo')
    .values({ ...owned, face_id, ...keys })
    .execute();
  const order = await who.call('faceswap_create', {
    material_id,
    bind_face: { p1: face_id },
    consent: 'true',
  });
  return order.order_id;
}
