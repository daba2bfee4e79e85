import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { isFinished, type Output } from '#contract';
import { EngineError } from '#engine';
import { failUnservedQualities } from '#backend/jobs/fail-unserved';
import { publishQualities } from '#backend/domain/quality/publish-qualities';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { untilNextPoll } from '#tests/support/journey';
import { sharedEngine } from '#tests/support/shared-engine';

const high = { id: 'high', name: 'High', kinds: ['photo', 'gif'], priceFactor: 2.5 } as const;
const otherWorker = '019a9e00-0000-7000-8000-00000000aaaa';

const swapOf = (material_id: string, face_id: string) => {
  const bind_face = { p1: face_id };
  return { tool_id: 'P001', material_id, bind_face, consent: true as const };
};

/** As `readyToSwap`, in the database alone: for swaps that are never painted. */
async function storedForSwap(backend: TestBackend) {
  const { db, deps } = backend;
  const ada = await member(backend);
  const [material_id, face_id] = [uuidv7(), uuidv7()];
  const [owner, expires_at] = [{ account_id: ada.accountId }, new Date(Date.now() + 86_400_000)];
  const photo = {
    ...owner,
    kind: 'photo',
    name: 'us.jpg',
    format: 'jpg',
    file_key: `materials/${material_id}/us.jpg`,
  } as const;
  await db
    .insertInto('material')
    .values({ id: material_id, ...photo, status: 'ready', size: 1, expires_at })
    .execute();
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const seen = { screen_time_ms: 0, first_seen_ms: 0, share: 1, frontal_score: 1 };
  const persons = JSON.stringify([{ key: 'p1', thumb_key: 'none', ...seen, box }]);
  const detection = { id: uuidv7(), ...owner, kind: 'detection', material_id, persons } as const;
  await db
    .insertInto('task')
    .values({ ...detection, status: 'succeeded', finished_at: new Date() })
    .execute();
  await db
    .insertInto('face')
    .values({ id: face_id, ...owner, name: 'Ben' })
    .execute();
  const file_key = `faces/${face_id}/photo.jpg`;
  const face = { id: uuidv7(), face_id, ...owner, file_key, thumb_key: 'none', width: 1, height: 1 };
  await db.insertInto('face_photo').values(face).execute();
  for (const key of [photo.file_key, file_key]) await deps.storage.put(key, Readable.from([Buffer.from('x')]));
  return { ada, material_id, swap: swapOf(material_id, face_id) };
}

async function awaitSwap(who: Member, order_id: string): Promise<Output<'faceswap_result'>> {
  for (;;) {
    const result = await who.call('faceswap_result', { order_id });
    if (isFinished(result.status)) return result;
    await untilNextPoll();
  }
}

const later = (backend: TestBackend) =>
  Promise.all([
    sql`update worker_quality set seen_at = now() - interval '11 minutes'`.execute(backend.db),
    sql`update task set created_at = created_at - interval '11 minutes'`.execute(backend.db),
  ]);

test('a quality has its price in lists, order and ledger; its order waits for its worker, then returns the credits', async () => {
  const backend = await openBackend({ defaultQuality: 'high' });
  const engine = await sharedEngine();
  const noFace = new EngineError('no_face', 'No face.');
  await backend.startWorker({ engine: { ...engine, prepare: () => Promise.reject(noFace) } });
  const { ada, swap, material_id } = await storedForSwap(backend);
  const refused = { status: 422, fields: { quality: 'There is no quality high for a photo. Choose one of mesh.' } };
  await expect(ada.call('faceswap_create', { ...swap, quality: 'high' })).rejects.toMatchObject(refused);
  const only = { qualities: [{ id: 'mesh', name: 'Standard', price: 1 }], price: 1 };
  expect(await ada.call('upload_material_detail', { material_id })).toMatchObject(only);

  await publishQualities(backend.db, otherWorker, [high]);
  const [tool] = (await backend.call('tool_lists', {})).items;
  expect(tool!.prices).toEqual({ photo: 3, gif: 5, video_second: 3 });
  expect(tool!.qualities).toMatchObject([
    { id: 'mesh', prices: { photo: 1 }, default: false },
    { id: 'high', prices: { photo: 3 }, default: true, available: true, kinds: ['photo', 'gif'] },
  ]);
  const detail = await ada.call('upload_material_detail', { material_id });
  expect(detail).toMatchObject({
    price: 3,
    qualities: [
      { id: 'high', price: 3 },
      { id: 'mesh', price: 1 },
    ],
  });

  const { order_id, ...order } = await ada.call('faceswap_create', swap);
  expect(order).toMatchObject({ quality: 'high', price: 3 });
  expect(order.label.source_type).toBe('compositeWithTrainedAlgorithmicMedia');
  const inMesh = await ada.call('faceswap_create', { ...swap, quality: 'mesh' });
  expect(await awaitSwap(ada, inMesh.order_id)).toMatchObject({ status: 'failed', order: { quality: 'mesh' } });
  // The worker ran the later order: the first one waits.
  expect(await ada.call('faceswap_result', { order_id })).toMatchObject({ status: 'queued' });
  expect(await failUnservedQualities(backend.deps)).toEqual([]);

  await later(backend);
  await failUnservedQualities(backend.deps);
  const failed = await awaitSwap(ada, order_id);
  expect(failed).toMatchObject({ status: 'failed', error: { error: 'unavailable' }, order: { credits_charged: 0 } });
  const { balance, notes } = await notesOf(backend, ada);
  expect(balance).toBe(10);
  expect(notes.some((note) => note.endsWith(', quality High'))).toBe(true);
});

test('an order that a lost machine had begun fails when no other has its quality, and its credits return', async () => {
  const backend = await openBackend();
  await publishQualities(backend.db, otherWorker, [high]);
  const { ada, swap } = await storedForSwap(backend);
  const { order_id, task_id } = await ada.call('faceswap_create', { ...swap, quality: 'high' });
  const lock = (worker: string | null) =>
    sql`update graphile_worker._private_jobs set attempts = 1, locked_by = ${worker}, locked_at = case when ${worker}::text is null then null else now() end
      where key = ${task_id}`.execute(backend.db);
  await lock(otherWorker);
  await backend.db.updateTable('task').set({ status: 'running' }).where('id', '=', task_id).execute();
  await later(backend);
  expect(await failUnservedQualities(backend.deps)).toEqual([]); // still at work

  await lock(null);
  expect(await failUnservedQualities(backend.deps)).toEqual([task_id]);
  expect(await ada.call('faceswap_result', { order_id })).toMatchObject({
    status: 'failed',
    error: { error: 'unavailable' },
    order: { credits_charged: 0 },
  });
  expect((await notesOf(backend, ada)).balance).toBe(10);
});

async function notesOf(backend: TestBackend, { accountId }: Member) {
  const rows = await backend.db
    .selectFrom('credit_entry')
    .select(['note', 'delta'])
    .where('account_id', '=', accountId)
    .execute();
  return { balance: rows.reduce((sum, { delta }) => sum + delta, 0), notes: rows.map(({ note }) => note ?? '') };
}

test('an order whose pack is altered fails with a sentence for users, and its credits return', async () => {
  const backend = await openBackend();
  const engine = await sharedEngine();
  const altered = new EngineError('model_altered', '/models/a.onnx has another checksum');
  await backend.startWorker({
    qualities: [high],
    engine: {
      ...engine,
      prepare: (photos, options) =>
        'quality' in (options ?? {}) ? Promise.reject(altered) : engine.prepare(photos, options),
    },
  });
  const { ada, swap } = await storedForSwap(backend);
  const preview = await ada.call('faceswap_preview', { ...swap, quality: 'high' });
  const { order_id } = await ada.call('faceswap_create', { ...swap, quality: 'high' });
  const failed = await awaitSwap(ada, order_id);
  expect(failed.error).toEqual({
    error: 'unavailable',
    message: 'This quality is not available now. Choose another one, or try again later.',
  });
  expect((await notesOf(backend, ada)).balance).toBe(10);
  const other = await ada.call('faceswap_preview', swap);
  expect(other.task_id).not.toBe(preview.task_id);
});
