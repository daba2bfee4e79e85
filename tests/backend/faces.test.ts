import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Input } from '#contract';
import type { Engine, SourcePhoto } from '#engine';
import { notify } from '#backend/db/notifications';
import { examinationTopic } from '#backend/domain/face/request-examination';
import { limits } from '#backend/domain/limits';
import { prepareSources } from '#backend/domain/swap/sources';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { addFace, addFacePhoto, detect, upload, waitForSwap } from '#tests/support/journey';
import { operatorOf } from '#tests/support/operator';
import { patience } from '#tests/support/patience';
import { groupPhoto, portraitBytes, portraitTruth } from '#tests/support/portraits';
import { sharedEngine } from '#tests/support/shared-engine';
import { whoIsIn } from '#tests/support/who-is-it';

const filesIn = ({ mediaFolder }: TestBackend) =>
  readdirSync(mediaFolder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.parentPath.includes('/faces/'),
  ).length;

/** Diego is larger than Freya. */
const diegoAndFreya = () =>
  groupPhoto([
    { name: 'diego', height: 700 },
    { name: 'freya', height: 560 },
  ]);

async function open() {
  const backend = await openBackend();
  await backend.startWorker();
  return { backend, ada: await member(backend) };
}

async function swapInto(backend: TestBackend, who: Member, face_id: string): Promise<Buffer> {
  const material_id = await upload(backend, who, portraitBytes('amara'));
  await detect(who, material_id);
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await who.call('faceswap_create', swap);
  const { order } = await waitForSwap(who, order_id);
  return Buffer.from(await (await backend.fetch(order.result_url!)).arrayBuffer());
}

test('a face has a name: one given with the photo, else a number; it can be changed', async () => {
  const { backend, ada } = await open();
  const first = await addFace(ada, portraitBytes('diego'));
  expect(first).toMatchObject({ name: 'Face 1', photos: [{ photo_id: first.face_id, people: [] }] });
  const photo = new Blob([portraitBytes('lin') as BlobPart]);
  expect(await ada.call('upload_face', { photo, name: ' Lin ', consent: 'true' })).toMatchObject({ name: 'Lin' });
  expect(await ada.call('upload_sample_face', { sample: 'kenji' })).toMatchObject({ name: 'Kenji' });
  expect(await ada.call('upload_face', { photo, name: '', consent: 'true' })).toMatchObject({ name: 'Face 2' });

  const rename = (name: string) => ada.call('rename_face', { face_id: first.face_id, name });
  expect(await rename('Grandpa')).toMatchObject({ face_id: first.face_id, name: 'Grandpa' });
  expect(await rename('👴'.repeat(20))).toMatchObject({ name: '👴'.repeat(20) });
  for (const name of ['', '   ', 'x'.repeat(41)]) {
    await expect(rename(name)).rejects.toMatchObject({ status: 422, fields: { name: expect.any(String) } });
  }
  const { items } = await ada.call('my_faces', {});
  expect(items.map(({ name }) => name)).toEqual(['Face 2', 'Kenji', 'Lin', '👴'.repeat(20)]);
  expect((await backend.fetch(items[3]!.thumb_url)).status).toBe(200);
});

test('of several people in a photo one is chosen, and that one is swapped', async () => {
  const { backend, ada } = await open();
  const face = await addFace(ada, await diegoAndFreya());
  const [photo] = face.photos;
  expect(photo!.people).toMatchObject([
    { person: 'p1', chosen: true, thumb_url: photo!.thumb_url, verdict: photo!.verdict },
    { person: 'p2', chosen: false },
  ]);
  const choose = (person: string) => ada.call('choose_face_person', { photo_id: photo!.photo_id, person });
  for (const _ of ['first', 'again']) {
    const chosen = await choose('p2');
    expect(chosen.photos[0]!.people.map((one) => one.chosen)).toEqual([false, true]);
    expect(new URL(chosen.thumb_url, 'http://x').pathname).toMatch(/p2\.jpg$/);
  }
  await expect(choose('p3')).rejects.toMatchObject({ status: 422, fields: { person: expect.any(String) } });

  const result = await swapInto(backend, ada, face.face_id);
  expect(await whoIsIn(result, portraitBytes('amara'), ['diego', 'freya'])).toEqual(['freya']);

  await ada.call('del_face', { face_id: face.face_id });
  expect(filesIn(backend)).toBe(0);
});

test('photos and detected persons state where the head points, close to the truth', async () => {
  const { backend, ada } = await open();
  const face = await addFace(ada, portraitBytes('diego'));
  const { persons } = await detect(ada, await upload(backend, ada, portraitBytes('tomas')));
  for (const [pose, name] of [
    [face.photos[0]!.pose, 'diego'],
    [persons[0]!.pose, 'tomas'],
  ] as const) {
    expect(Math.abs(pose!.yaw - portraitTruth(name).state.yaw)).toBeLessThan(5);
  }
});

test('each photo says how suitable it is', async () => {
  const { ada } = await open();
  const sharpOne = await addFace(ada, portraitBytes('kenji'));
  expect(sharpOne).toMatchObject({ warnings: [], photos: [{ verdict: 'Sharp, looks ahead', warnings: [] }] });
  const small = await sharp(portraitBytes('kenji')).resize({ width: 170 }).jpeg().toBuffer();
  const blurred = await addFace(ada, small);
  expect(blurred.photos[0]!.verdict).toMatch(/Small: may look soft/);
  expect(blurred.warnings).toEqual(blurred.photos[0]!.warnings);
  expect(blurred.warnings.map(({ code }) => code)).toContain('too_small');
});

test('a face that shows too little is refused in words, and leaves nothing', async () => {
  const { backend, ada } = await open();
  const blurred = await sharp(portraitBytes('kenji')).blur(9).jpeg().toBuffer();
  const message = expect.stringContaining('too blurred to be swapped');
  await expect(addFace(ada, blurred)).rejects.toMatchObject({ error: 'no_face', status: 422, message });
  expect(await ada.call('my_userinfo', {})).toMatchObject({ counter_faces: 0 });
  await expect.poll(() => filesIn(backend), patience).toBe(0);
});

test('further photos belong to the same face: the person most like the first one is chosen', async () => {
  const { backend, ada } = await open();
  const { face_id } = await addFace(ada, portraitBytes('freya'));
  const two = await addFacePhoto(ada, face_id, await diegoAndFreya(), 'second-photo');
  expect(two.photos).toHaveLength(2);
  expect(two.photos[1]!.people.map((one) => one.chosen)).toEqual([false, true]);
  expect(two.warnings.map(({ code }) => code)).not.toContain('another_person');
  expect(await addFacePhoto(ada, face_id, await diegoAndFreya(), 'second-photo')).toEqual(two);

  const three = await addFacePhoto(ada, face_id, portraitBytes('diego'));
  expect(three.photos[2]!.verdict).toMatch(/^Another person\?/);
  expect(three.warnings[0]!.code).toBe('another_person');

  const remove = (photo_id: string) => ada.call('del_face_photo', { photo_id });
  const [first, second, third] = three.photos.map(({ photo_id }) => photo_id);
  await remove(third!);
  await expect(remove(third!)).rejects.toMatchObject({ status: 404 });
  const left = await remove(first!);
  expect(left).toMatchObject({ face_id, photos: [{ photo_id: second }], url: left.photos[0]!.url });
  await expect(remove(second!)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('only photo') });
  await expect.poll(() => filesIn(backend), patience).toBe(3);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ counter_faces: 1 });

  const result = await swapInto(backend, ada, face_id);
  expect(await whoIsIn(result, portraitBytes('amara'), ['diego', 'freya'])).toEqual(['freya']);
});

test('a binding of a face uses all of its photos, and several faces at most eight', async () => {
  const { backend, ada } = await open();
  const bo = await member(backend);
  const { face_id } = await addFace(ada, await diegoAndFreya());
  const { photos } = await addFacePhoto(ada, face_id, portraitBytes('freya'));
  await ada.call('choose_face_person', { photo_id: photos[0]!.photo_id, person: 'p2' });
  const other = await addFace(ada, portraitBytes('diego'));
  const prepared: SourcePhoto[][] = [];
  const engine = await sharedEngine();
  const context = { ...backend.deps, engine, signal: new AbortController().signal };
  const prepare: Engine['prepare'] = (given, options) => {
    prepared.push(given as SourcePhoto[]);
    return engine.prepare(given, options);
  };
  const prepareFor = (who: Member, p1: string[]) =>
    prepareSources({ ...context, engine: { ...engine, prepare } }, { account_id: who.accountId, bindings: { p1 } });
  const source = (await prepareFor(ada, [face_id]))['p1']!;
  expect(await whoIsIn(source.thumbnail, await diegoAndFreya(), ['diego', 'freya'])).toEqual(['freya']);
  await prepareFor(ada, [face_id, other.face_id]);
  expect(prepared.map((given) => given.length)).toEqual([2, 3]);
  const [first, second] = prepared[1]!;
  expect([first!.at!.x > 0.5, second!.at!.x]).toEqual([true, expect.closeTo(0.5, 1)]);
  await expect(prepareFor(bo, [face_id])).rejects.toMatchObject({ code: 'no_face' });
});

test('previews of a face are rendered again after its photos change', async () => {
  const { backend, ada } = await open();
  const { face_id, photos } = await addFace(ada, await diegoAndFreya());
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await detect(ada, material_id);
  const preview = async () => (await ada.call('faceswap_preview', { material_id, bind_face: { p1: face_id } })).task_id;
  const first = await preview();
  expect(await preview()).toBe(first);
  await ada.call('choose_face_person', { photo_id: photos[0]!.photo_id, person: 'p2' });
  const second = await preview();
  expect(second).not.toBe(first);
  const { photos: two } = await addFacePhoto(ada, face_id, portraitBytes('freya'));
  const third = await preview();
  expect(third).not.toBe(second);
  await ada.call('del_face_photo', { photo_id: two[1]!.photo_id });
  expect(await preview()).not.toBe(third);
});

test('a face has at most eight photos, also under concurrency, and all photos count towards the quota', async () => {
  const backend = await openBackend();
  const { db } = backend;
  const ada = await member(backend);
  const { face_id } = await ada.call('upload_sample_face', { sample: 'kenji' });
  const row = await db.selectFrom('face_photo').selectAll().executeTakeFirstOrThrow();
  const copies = (n: number, from: number) =>
    Array.from({ length: n }, (_, i) => {
      const id = `ffffffff-0000-7000-8000-${String(from + i).padStart(12, '0')}`;
      return { ...row, id, file_key: `faces/${id}/photo.jpg`, people: null };
    });
  await db.insertInto('face_photo').values(copies(6, 1)).execute();
  const add = () =>
    addFacePhoto(ada, face_id, Buffer.from('no worker runs')).then(
      () => 'added',
      ({ error }: { error: string }) => error,
    );
  const adding = Promise.all([add(), add()]);
  const examinations = () => db.selectFrom('face_examination').select('id').execute();
  await expect.poll(examinations, patience).toHaveLength(2);
  const person = { person: 'p1', at: { x: 0.5, y: 0.5 }, thumb_key: 't.jpg', verdict: '', warnings: [] };
  const answer = JSON.stringify({ width: 640, height: 480, person: 'p1', people: [person] });
  for (const { id } of await examinations()) {
    await db.updateTable('face_examination').set({ answer }).where('id', '=', id).execute();
    await notify(db, examinationTopic(id));
  }
  expect((await adding).sort()).toEqual(['added', 'quota_exceeded']);
  expect((await ada.call('my_face', { face_id })).photos).toHaveLength(8);
  await expect(addFacePhoto(ada, face_id, portraitBytes('kenji'))).rejects.toMatchObject({
    status: 413,
    message: expect.stringContaining('at most 8 photos'),
  });

  await db.insertInto('face_photo').values(copies(492, 100)).execute();
  await expect(addFace(ada, portraitBytes('kenji'))).rejects.toMatchObject({
    error: 'quota_exceeded',
    message: expect.stringContaining('500 photos'),
  });
});

test('changes of faces are limited by account', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { face_id } = await ada.call('upload_sample_face', { sample: 'kenji' });
  await backend.deps.limits.consume(limits.faceChangeOfAccount, ada.accountId);
  const { points } = limits.faceChangeOfAccount;
  await backend.db.updateTable('rate_limit').set({ points }).execute();
  const changes = [
    () => ada.call('rename_face', { face_id, name: 'Ken' }),
    () => ada.call('choose_face_person', { photo_id: face_id, person: 'p1' }),
    () => ada.call('del_face_photo', { photo_id: face_id }),
  ];
  for (const change of changes) await expect(change()).rejects.toMatchObject({ status: 429 });
});

test('a takedown of a face removes all of its photos, and faces of others that contain one of them', async () => {
  const { backend, ada } = await open();
  const bo = await member(backend);
  const { face_id } = await addFace(ada, portraitBytes('lin'));
  const { photos } = await addFacePhoto(ada, face_id, portraitBytes('freya'));
  const other = await addFace(bo, portraitBytes('kenji'));
  await addFacePhoto(bo, other.face_id, portraitBytes('freya'));
  const report = {
    description: 'My face.',
    person: 'Freya',
    good_faith: 'true',
    email: 'f@example.com',
    signature: 'F',
  };
  const location = `https://faceswap.test${new URL(photos[1]!.url, 'https://faceswap.test').pathname}`;
  const { case_id } = await backend.call('feedback_takedown', { ...report, location } as Input<'feedback_takedown'>);
  const admin = operatorOf(backend);
  expect((await admin(`case ${case_id}`)).out).toContain(`--face ${face_id}`);
  expect((await admin(`take-down ${case_id} --face ${face_id} --reason "No consent"`)).code).toBe(0);
  expect([await ada.call('my_faces', {}), await bo.call('my_faces', {})]).toMatchObject([{ total: 0 }, { total: 0 }]);
  expect(filesIn(backend)).toBe(0);
  await expect(addFace(bo, portraitBytes('freya'))).rejects.toMatchObject({ error: 'refused' });
});
