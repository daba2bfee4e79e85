import { expect, test } from 'vitest';
import { isFinished } from '#contract';
import type { Engine, SourcePhoto } from '#engine';
import { blockedMessage, identityContext } from '#backend/domain/blocked-face/blocked-faces';
import { FaceBlocked } from '#backend/domain/engine-refusal';
import { prepareSources } from '#backend/domain/swap/sources';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { addFace, addFacePhoto, detect, untilNextPoll, upload, waitForSwap } from '#tests/support/journey';
import { groupPhoto, portraitBytes } from '#tests/support/portraits';
import { sharedEngine } from '#tests/support/shared-engine';

/** An engine that lists the photos of each preparation. */
async function countingEngine() {
  const shared = await sharedEngine();
  const prepared: SourcePhoto[][] = [];
  const prepare: Engine['prepare'] = (photos, options) => {
    prepared.push(photos as SourcePhoto[]);
    return shared.prepare(photos, options);
  };
  return { engine: { ...shared, prepare }, prepared };
}

async function open() {
  const backend = await openBackend();
  const { engine, prepared } = await countingEngine();
  const context = { ...backend.deps, engine, signal: new AbortController().signal };
  const use = async ({ accountId }: Member, face_id: string, quality?: string) => {
    const bindings = { p1: [face_id] };
    const sources = await prepareSources(context, { account_id: accountId, bindings, ...(quality && { quality }) });
    return sources['p1']!;
  };
  return { backend, prepared, use, ada: await member(backend) };
}

async function block({ db, deps }: TestBackend, identity: Float32Array): Promise<void> {
  const id = crypto.randomUUID();
  const sealed = deps.vault.seal(Buffer.from(identity.slice().buffer).toString('base64'), identityContext(id));
  await db.insertInto('blocked_face').values({ id, email: 'lin@example.com', identity: sealed }).execute();
}

test('a preview and two swaps with one face prepare it once', async () => {
  const backend = await openBackend();
  const { engine, prepared } = await countingEngine();
  await backend.startWorker({ engine });
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await detect(ada, material_id);
  const { face_id } = await ada.call('upload_sample_face', { sample: 'kenji' });
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  while (!isFinished((await ada.call('faceswap_preview', swap)).status)) await untilNextPoll();
  const results = [];
  for (let round = 0; round < 2; round++) {
    const { order_id } = await ada.call('faceswap_create', swap);
    const { order } = await waitForSwap(ada, order_id);
    results.push(Buffer.from(await (await backend.fetch(order.result_url!)).arrayBuffer()));
  }
  expect(prepared).toHaveLength(1);
  expect(results[0]!.equals(results[1]!)).toBe(true);
});

test('a source is never used for another account, even if its file belongs to that account now', async () => {
  const { backend, prepared, use, ada } = await open();
  const bo = await member(backend);
  const { face_id } = await ada.call('upload_sample_face', { sample: 'kenji' });
  await use(ada, face_id);
  await expect(use(bo, face_id)).rejects.toThrow('The face has been deleted.');
  await backend.db.updateTable('face_photo').set({ account_id: bo.accountId }).execute();
  await use(bo, face_id);
  expect(prepared).toHaveLength(2);
});

test('a face is prepared again after a photo was added, another person chosen, or a photo deleted', async () => {
  const { backend, prepared, use, ada } = await open();
  await backend.startWorker();
  const { face_id, photos } = await addFace(ada, portraitBytes('freya'));
  const useTwice = async () => {
    const first = await use(ada, face_id);
    expect(await use(ada, face_id)).toBe(first);
  };
  await useTwice();
  const pair = await groupPhoto([
    { name: 'diego', height: 700 },
    { name: 'freya', height: 560 },
  ]);
  const two = await addFacePhoto(ada, face_id, pair);
  await useTwice();
  const { photo_id } = two.photos[1]!;
  await ada.call('choose_face_person', { photo_id, person: 'p1' });
  await useTwice();
  await ada.call('del_face_photo', { photo_id: photos[0]!.photo_id });
  await useTwice();
  expect(prepared.map((given) => given.length)).toEqual([1, 2, 2, 1]);
});

test('a face that was blocked after its last use is refused, also if its source is kept', async () => {
  const { backend, prepared, use, ada } = await open();
  const { face_id } = await ada.call('upload_sample_face', { sample: 'lin' });
  await use(ada, face_id);
  const stranger = new Float32Array(256);
  await block(backend, stranger);
  const { identities } = await use(ada, face_id);
  expect(identities).toHaveLength(1);
  await use(ada, face_id);
  expect(prepared).toHaveLength(2);

  await block(backend, identities![0]!);
  const refused = use(ada, face_id);
  await expect(refused).rejects.toThrow(FaceBlocked);
  await expect(refused).rejects.toThrow(blockedMessage);
  expect(prepared).toHaveLength(2);
});

test('the source of a blocked face is not kept, nor any longer once it was refused', async () => {
  const { backend, prepared, use, ada } = await open();
  const { face_id } = await ada.call('upload_sample_face', { sample: 'lin' });
  await block(backend, new Float32Array(256));
  const { identities } = await use(ada, face_id);
  await block(backend, identities![0]!);
  for (let attempt = 0; attempt < 3; attempt++) await expect(use(ada, face_id)).rejects.toThrow(FaceBlocked);
  // Kept for the first attempt, prepared for each later one.
  expect(prepared).toHaveLength(3);
});

test('a deleted face is refused, also if its source is kept', async () => {
  const { use, ada } = await open();
  const { face_id } = await ada.call('upload_sample_face', { sample: 'kenji' });
  await use(ada, face_id);
  await ada.call('del_face', { face_id });
  await expect(use(ada, face_id)).rejects.toMatchObject({ code: 'no_face', message: 'The face has been deleted.' });
});

test('a source of one quality is not used in another', async () => {
  const { use, ada } = await open();
  const { face_id } = await ada.call('upload_sample_face', { sample: 'kenji' });
  await use(ada, face_id);
  await expect(use(ada, face_id, 'high')).rejects.toMatchObject({ code: 'model_missing' });
});
