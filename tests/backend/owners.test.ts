import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { calls, type Call, type CallName, type Input } from '#contract';
import { member, openBackend } from '#tests/support/backend';
import { addFace, detect, waitForSwap, upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';

test('another owner’s object is not found, in any call', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const [ada, eve] = [await member(backend), await member(backend)];
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  const { task_id } = await detect(ada, material_id);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await ada.call('faceswap_create', swap);
  await waitForSwap(ada, order_id);
  const { batch_id } = await ada.call('batch_create', { items: [swap], consent: 'true' });
  const { share_id } = await ada.call('share_create', { order_id, days: 1 });

  const decision_id = uuidv7();
  const decision = { subject: 'upload', subject_id: material_id, name: 'x', outcome: 'stopped' } as const;
  await backend.db
    .insertInto('moderation')
    .values({ id: decision_id, account_id: ada.accountId, ...decision, scores: '{}', model: 'test' })
    .execute();

  const attempts: [CallName, object][] = [
    ['upload_material_detail', { material_id }],
    ['upload_detect_create', { material_id }],
    ['upload_detect_result', { material_id, task_id }],
    ['del_material', { material_id }],
    ['my_face', { face_id }],
    ['toped_face', { face_id }],
    ['rename_face', { face_id, name: 'Mine' }],
    ['upload_face_photo', { face_id, photo: new Blob(['x']), consent: 'true' }],
    ['choose_face_person', { photo_id: face_id, person: 'p1' }],
    ['del_face_photo', { photo_id: face_id }],
    ['del_faces', { face_ids: [face_id] }],
    ['del_face', { face_id }],
    ['faceswap_create', swap],
    ['faceswap_preview', swap],
    ['faceswap_result', { order_id }],
    ['faceswap_notify', { order_id, by_mail: true }],
    ['faceswap_export', { order_id, format: 'png' }],
    ['faceswap_export_result', { order_id, format: 'png' }],
    ['faceswap_cancel', { order_id }],
    ['batch_create', { items: [swap], consent: 'true' }],
    ['batch_result', { batch_id }],
    ['batch_cancel', { batch_id }],
    ['share_create', { order_id, days: 1 }],
    ['share_lists', { order_id }],
    ['share_revoke', { share_id }],
    ['rename_order', { order_id, name: 'Mine' }],
    ['rename_material', { material_id, name: 'Mine' }],
    ['zip_orders', { order_ids: [order_id] }],
    ['del_orders', { order_ids: [order_id] }],
    ['del_materials', { material_ids: [material_id] }],
    ['undo_del', { deletion_id: order_id }],
    ['del_order', { order_id }],
    ['my_decision_appeal', { decision_id, text: 'A red wall' }],
  ];
  for (const [name, input] of attempts) {
    const attempt = eve.call(name, input as Input<typeof name>);
    await expect(attempt, name).rejects.toMatchObject({ status: 404, error: 'not_found' });
  }
  for (const name of ['my_uploads', 'my_faces', 'my_creates', 'my_decisions'] as const) {
    expect(await eve.call(name, {})).toMatchObject({ total: 0, items: [] });
  }
  expect(await ada.call('my_userinfo', {})).toMatchObject({
    counter_materials: 1,
    counter_faces: 1,
    counter_orders: 2,
  });
});

test('every protected call is refused without a token', async () => {
  const backend = await openBackend();
  const closed = (Object.values(calls) as Call[]).filter((call) => call.auth === 'required');
  for (const call of closed) {
    const response = await backend.fetch(call.path, { method: call.method });
    // Unmounted areas answer 404.
    expect([401, 404], call.path).toContain(response.status);
  }
});
