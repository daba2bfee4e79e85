import path from 'node:path';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { EngineError, type Engine } from '#engine';
import { errors, isFinished } from '#contract';
import type { Db } from '#backend/db/connect';
import { addDays } from '#backend/domain/context';
import { checkScenes } from '#backend/domain/material/moderation';
import { whole } from '#backend/domain/material/part';
import { probeMaterial } from '#backend/domain/material/probe';
import { runProbe } from '#backend/domain/material/run-probe';
import { checkMedia } from '#backend/domain/moderation/check-media';
import { sweep } from '#backend/domain/retention/sweep';
import { StorageUnavailable } from '#backend/providers/storage/port';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { makeClip } from '#tests/support/clips';
import { addFace, addFacePhoto, detect, ledgerOf, upload, waitForSwap, waitUntilProbed } from '#tests/support/journey';
import { untilOneWaitsForLock } from '#tests/support/lock-waits';
import { mailTo } from '#tests/support/mails';
import { operatorOf } from '#tests/support/operator';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine } from '#tests/support/shared-engine';
import { engineThatSeesRed, portraitOn } from '#tests/support/tiny-moderation';

const stopped = { error: 'content_stopped', message: errors.content_stopped.message };
const refused = { error: 'content_refused', message: errors.content_refused.message };

async function strictBackend(policy: Parameters<typeof openBackend>[0] = {}) {
  const backend = await openBackend(policy);
  await backend.startWorker({ engine: await engineThatSeesRed() });
  return { backend, ada: await member(backend) };
}

const decisionsOf = ({ db }: TestBackend) => db.selectFrom('moderation').selectAll().orderBy('id').execute();

async function filesUnder({ deps }: TestBackend, folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list(folder)) keys.push(key);
  return keys;
}

test('a photo that seems to show nudity is stopped before anything of it is shown', async () => {
  const { backend, ada } = await strictBackend();
  const material_id = await upload(backend, ada, await portraitOn({ paper: 'red' }), 'beach.jpg');
  expect(await detect(ada, material_id)).toMatchObject({ status: 'failed', error: stopped, persons: [] });
  const { material } = await ada.call('upload_material_detail', { material_id });
  expect(material).toMatchObject({ status: 'rejected', reason: stopped.message, playable_url: null, thumb_url: null });
  expect(await filesUnder(backend, 'materials')).toEqual([]);

  const [decision] = await decisionsOf(backend);
  expect(decision).toMatchObject({
    ...{ account_id: ada.accountId, subject: 'upload', subject_id: material_id, name: 'beach.jpg', outcome: 'stopped' },
    model: expect.stringMatching(/^nudity@\w+ face-age@\w+$/),
    scores: {
      nudity: { porn: expect.closeTo(1, 2) },
      ages: [expect.closeTo(30, 0)],
      frames: 1,
      thresholds: { nudity: 0.85, nudityWithMinor: 0.6, minorAge: 21 },
    },
  });
  expect(await filesUnder(backend, 'moderation')).toEqual([decision!.evidence_key]);

  await sweep(backend.deps);
  expect(await filesUnder(backend, 'moderation')).toHaveLength(1);
  backend.deps.now = () => addDays(new Date(), 31);
  await sweep(backend.deps);
  expect(await filesUnder(backend, 'moderation')).toEqual([]);
  expect(await decisionsOf(backend)).toMatchObject([{ id: decision!.id, evidence_key: null }]);
});

test('deleting the account deletes the kept picture', async () => {
  const { backend, ada } = await strictBackend();
  await detect(ada, await upload(backend, ada, await portraitOn({ paper: 'red' })));
  expect(await filesUnder(backend, 'moderation')).toHaveLength(1);
  await ada.call('del_account', { uid: ada.accountId });
  await expect.poll(() => filesUnder(backend, 'moderation')).toEqual([]);
  expect(await decisionsOf(backend)).toEqual([]);
});

test('with an apparent minor it is refused, and no picture is kept', async () => {
  const { backend, ada } = await strictBackend();
  const material_id = await upload(backend, ada, await portraitOn({ paper: 'red', face: 'blue' }));
  expect(await detect(ada, material_id)).toMatchObject({ status: 'failed', error: refused });
  expect(await decisionsOf(backend)).toMatchObject([{ outcome: 'refused', evidence_key: null }]);
  for (const folder of ['materials', 'moderation']) expect(await filesUnder(backend, folder)).toEqual([]);
  // Neither a new detection nor a swap or a preview gets past it.
  expect(await detect(ada, material_id)).toMatchObject({ error: refused });
  const bind_face = JSON.stringify({ p1: (await addFace(ada, portraitBytes('otto'))).face_id });
  const again = { material_id, bind_face };
  await expect(ada.call('faceswap_create', { ...again, consent: 'true' })).rejects.toMatchObject({
    error: 'invalid_input',
  });
  await expect(ada.call('faceswap_preview', again)).rejects.toMatchObject({ error: 'not_ready' });
});

test('a young face alone is no reason', async () => {
  const { backend, ada } = await strictBackend();
  const material_id = await upload(backend, ada, await portraitOn({ paper: 'grey', face: 'blue' }));
  expect(await detect(ada, material_id)).toMatchObject({ status: 'succeeded' });
  expect(await decisionsOf(backend)).toEqual([]);
});

test('a scene that the probe did not see is found before the persons of a video are shown', async () => {
  const { backend, ada } = await strictBackend();
  const red = "drawbox=c=#ff1010:t=fill:enable='between(t,1.2,1.45)'";
  const still = ['trim=end_frame=1', 'loop=-1:1', 'setpts=N/60/TB']; // decodes fast
  const filters = ['scale=1280:960', ...still, red];
  const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', { seconds: 3, fps: 60, filters });
  const material_id = await upload(backend, ada, readFileSync(file), 'clip.mp4');
  const { material } = await waitUntilProbed(ada, material_id);
  expect(material.status).toBe('ready');
  expect(await detect(ada, material_id)).toMatchObject({ status: 'failed', error: stopped });
  const after = (await ada.call('upload_material_detail', { material_id })).material;
  expect(after).toMatchObject({ status: 'rejected', reason: stopped.message, playable_url: null, thumb_url: null });
  expect(await filesUnder(backend, 'materials')).toEqual([]);
  expect(await decisionsOf(backend)).toMatchObject([{ outcome: 'stopped', subject_id: material_id }]);
});

test('a video that shows it for longer is stopped when it is probed', async () => {
  const { backend, ada } = await strictBackend();
  const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', {
    filters: ['drawbox=c=#ff1010:t=fill'],
  });
  const { material } = await waitUntilProbed(ada, await upload(backend, ada, readFileSync(file), 'clip.mp4'));
  expect(material).toMatchObject({ status: 'rejected', reason: stopped.message, filmstrip_url: null });
});

/** An upload, and what a worker checks it with while the store refuses removals. */
async function uploadedBeforeOutage(bytes: Buffer, name: string) {
  const backend = await openBackend();
  const material_id = await upload(backend, await member(backend), bytes, name);
  const rows = backend.db.selectFrom('material').selectAll().where('id', '=', material_id);
  const material = await rows.executeTakeFirstOrThrow();
  const { signal } = new AbortController();
  const remove = () => Promise.reject(new StorageUnavailable('The store is down.'));
  const storage = { ...backend.deps.storage, remove };
  const work = { ...backend.deps, engine: await engineThatSeesRed(), contentSigner: null, signal, storage };
  return { backend, work, material };
}

test('a photo refused while the store is down is removed later', async () => {
  const { backend, work, material } = await uploadedBeforeOutage(await portraitOn({ paper: 'red' }), 'beach.jpg');
  expect(await probeMaterial(work, material)).toEqual(stopped);
  await backend.startWorker();
  await expect.poll(() => filesUnder(backend, 'materials'), patience).toEqual([]);
});

test('a video refused while the store is down is removed later', async () => {
  const filters = ['drawbox=c=#ff1010:t=fill'];
  const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', { filters });
  const { backend, work, material } = await uploadedBeforeOutage(readFileSync(file), 'clip.mp4');
  // Too much for the probe to have examined each scene.
  const long = { ...material, width: 1920, height: 1080, fps: 60, duration_ms: 60_000 };
  expect(await checkScenes(work, file, long, whole, work.signal)).toEqual(stopped);
  await backend.startWorker();
  await expect.poll(() => filesUnder(backend, 'materials'), patience).toEqual([]);
});

test('photos of faces are checked, the first and further ones', async () => {
  const { backend, ada } = await strictBackend();
  await expect(addFace(ada, await portraitOn({ paper: 'red' }))).rejects.toMatchObject(stopped);
  await expect(addFace(ada, await portraitOn({ paper: 'red', face: 'blue' }))).rejects.toMatchObject(refused);
  const { face_id } = await addFace(ada, portraitBytes('lin'));
  await expect(addFacePhoto(ada, face_id, await portraitOn({ paper: 'red' }))).rejects.toMatchObject(stopped);
  expect((await decisionsOf(backend)).map(({ subject, outcome }) => `${subject} ${outcome}`)).toEqual([
    'face stopped',
    'face refused',
    'face stopped',
  ]);
  expect(await filesUnder(backend, 'faces')).toHaveLength(2); // the harmless photo and its thumbnail
});

/** The ordinary engine until `turnStrict`, as if the combination alone were not allowed. */
async function readyToSwap(child: boolean) {
  const backend = await openBackend();
  const [ordinary, strict] = [await sharedEngine(), await engineThatSeesRed()];
  const verdict = await portraitOn({ paper: 'red', face: child ? 'blue' : 'own' });
  const engine: Engine = { ...ordinary };
  await backend.startWorker({ engine });
  const ada = await member(backend, { credits: 5 });
  const material_id = await upload(backend, ada, portraitBytes('amara'), 'portrait.jpg');
  await detect(ada, material_id);
  const bind_face = JSON.stringify({ p1: (await addFace(ada, portraitBytes('otto'))).face_id });
  const turnStrict = () => (engine.moderate = () => strict.moderate(verdict));
  return { backend, ada, turnStrict, swap: { material_id, bind_face } };
}

async function finishedPreview(ada: Member, swap: { material_id: string; bind_face: string }) {
  for (;;) {
    const preview = await ada.call('faceswap_preview', swap);
    if (isFinished(preview.status)) return preview;
    await pause(50);
  }
}

test.each([
  [false, stopped],
  [true, refused],
])('a result is checked before it is shown, and the credits return (child: %s)', async (child, reason) => {
  const { backend, ada, turnStrict, swap } = await readyToSwap(child);
  turnStrict();
  const { order_id } = await ada.call('faceswap_create', { ...swap, consent: 'true' });
  const result = await waitForSwap(ada, order_id);
  expect(result).toMatchObject({ status: 'refused', error: reason, order: { result_url: null }, result_size: null });
  const { entries, sum, balance } = await ledgerOf(backend, ada);
  expect([sum, balance]).toEqual([5, 5]);
  expect(entries.at(-1)).toMatchObject({ kind: 'release', note: 'Swap refused: credits returned' });
  expect(await filesUnder(backend, 'creations')).toEqual([]);
  expect(await decisionsOf(backend)).toMatchObject([{ subject: 'result', subject_id: order_id, name: 'portrait.jpg' }]);

  const { material_id, bind_face } = swap;
  const items = JSON.stringify([{ material_id, bind_face: JSON.parse(bind_face) }]);
  const { orders } = await ada.call('batch_create', { items, consent: 'true' });
  expect(await waitForSwap(ada, orders[0]!.order_id)).toMatchObject({ status: 'refused', error: reason });
  expect((await ledgerOf(backend, ada)).balance).toBe(5);
});

test('a preview is checked before it is shown', async () => {
  const { backend, ada, turnStrict, swap } = await readyToSwap(false);
  turnStrict();
  const preview = await finishedPreview(ada, swap);
  expect(preview).toMatchObject({ status: 'refused', error: stopped, preview_url: null, before_url: null });
  expect((await filesUnder(backend, 'materials')).filter((key) => key.includes('preview'))).toEqual([]);
});

test('an operator reviews what was stopped, and the same file passes', async () => {
  const { backend, ada } = await strictBackend();
  const admin = operatorOf(backend);
  const [red, other] = [await portraitOn({ paper: 'red' }), await portraitOn({ paper: 'red', face: 'blue' })];
  await detect(ada, await upload(backend, ada, red, 'beach.jpg'));
  await expect(addFace(ada, red)).rejects.toMatchObject(stopped);
  await detect(ada, await upload(backend, ada, other));
  const [first, face, child] = await decisionsOf(backend);
  const listed = await admin(`stopped --account ${ada.email} --json`);
  expect(listed.json().map(({ id }: { id: string }) => id)).toEqual([face!.id, first!.id]);
  expect((await admin('stopped --all')).out).toContain(child!.id);

  const { out, json } = await admin(`decision ${first!.id} --json`);
  expect(out).toContain('"porn"');
  const picture = await backend.fetch(json().picture);
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 640 });

  expect((await admin(`allow ${child!.id} --reason "No"`)).code).toBe(4);
  expect((await admin(`allow ${first!.id}`)).code).toBe(2);
  expect((await admin(`uphold ${face!.id} --reason "Nudity"`)).code).toBe(0);
  expect((await admin(`allow ${first!.id} --reason "A red wall"`)).code).toBe(0);
  expect((await admin(`uphold ${first!.id} --reason "Twice"`)).code).toBe(4);
  expect((await admin('stopped')).out).toBe('Nothing is stopped.');
  expect((await admin('audit')).out).toMatch(/content_allowed.*A red wall/);
  await mailTo(backend, ada.email, 'Your picture stays stopped');
  await mailTo(backend, ada.email, 'Your picture is allowed');
  await expect.poll(() => filesUnder(backend, 'moderation')).toEqual([]);

  const material_id = await upload(backend, ada, red, 'beach.jpg');
  expect(await detect(ada, material_id)).toMatchObject({ status: 'succeeded' });
  const bind_face = JSON.stringify({ p1: (await addFace(ada, portraitBytes('otto'))).face_id });
  const { order_id } = await ada.call('faceswap_create', { material_id, bind_face, consent: 'true' });
  expect(await waitForSwap(ada, order_id)).toMatchObject({ status: 'succeeded' });

  const bo = await member(backend);
  expect(await detect(bo, await upload(backend, bo, red))).toMatchObject({ error: stopped });
});

test('repeated refusals and upheld decisions suspend the account, with the reason', async () => {
  const moderation = { nudity: 0.85, nudityWithMinor: 0.6, minorAge: 21, strikes: 2 };
  const { backend, ada } = await strictBackend({ moderation });
  const admin = operatorOf(backend);
  const child = await portraitOn({ paper: 'red', face: 'blue' });
  await expect(addFace(ada, await portraitOn({ paper: 'red' }))).rejects.toMatchObject(stopped);
  await expect(addFace(ada, child)).rejects.toMatchObject(refused);
  expect(await ada.call('my_faces', {})).toMatchObject({ total: 0 });
  const [first] = await decisionsOf(backend);
  await admin(`uphold ${first!.id} --reason "Nudity"`);
  const suspended = { error: 'suspended', message: expect.stringContaining('was sent repeatedly') };
  await expect(ada.call('my_faces', {})).rejects.toMatchObject(suspended);
  expect((await admin('audit --all')).out).toMatch(/account_suspended.*2 strikes/);

  await admin(`restore ${ada.email} --reason "Explained"`);
  await expect(addFace(ada, child)).rejects.toMatchObject(refused);
  await expect(ada.call('my_faces', {})).rejects.toMatchObject(suspended);
});

test('strikes that two workers find at the same time suspend the account', async () => {
  const backend = await openBackend({ moderation: { nudity: 0.85, nudityWithMinor: 0.6, minorAge: 21, strikes: 2 } });
  const ada = await member(backend);
  const engine = await engineThatSeesRed();
  const child = await portraitOn({ paper: 'red', face: 'blue' });
  const check = (db: Db) => {
    const upload = { account_id: ada.accountId, subject: 'upload', subject_id: uuidv7(), name: 'beach.jpg' } as const;
    const work = { ...backend.deps, db, engine };
    return checkMedia(work, child, { ...upload, sha256: null }, { signal: new AbortController().signal });
  };
  const { second } = await backend.db.transaction().execute(async (trx) => {
    expect(await check(trx)).toEqual(refused);
    const second = check(backend.db);
    await Promise.race([second, untilOneWaitsForLock(backend)]);
    return { second };
  });
  expect(await second).toEqual(refused);
  await expect(ada.call('my_faces', {})).rejects.toMatchObject({ error: 'suspended' });
});

test('a file that cannot be examined is not shown', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  const probe = await backend.db.selectFrom('task').select('id').executeTakeFirstOrThrow();
  const moderate = () => Promise.reject(new EngineError('models_missing', 'The model nudity is missing.'));
  const engine = { ...(await sharedEngine()), moderate };
  const work = { ...backend.deps, engine, contentSigner: null, signal: new AbortController().signal };
  await expect(runProbe(work, probe.id)).rejects.toThrow('The model nudity is missing.');
  const { material } = await ada.call('upload_material_detail', { material_id });
  expect(material).toMatchObject({ status: 'probing', playable_url: null, thumb_url: null });
});
