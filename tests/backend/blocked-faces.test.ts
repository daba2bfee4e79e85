import sharp from 'sharp';
import { expect, test } from 'vitest';
import { blockFace } from '#backend/domain/blocked-face/block-face';
import { blockedMessage } from '#backend/domain/blocked-face/blocked-faces';
import { sweep } from '#backend/domain/retention/sweep';
import { member, openBackend, type TestBackend } from '#tests/support/backend';
import { addFace, detect, ledgerOf, upload, waitForSwap } from '#tests/support/journey';
import { mailsWaitingFor, mailTo } from '#tests/support/mails';
import { operatorOf } from '#tests/support/operator';
import { portraitBytes } from '#tests/support/portraits';
import { sharedEngine } from '#tests/support/shared-engine';

const email = 'otto@example.com';

/** Without an account. @returns id of the message, and the picture's key */
async function writeWith(backend: TestBackend, photo: Uint8Array): Promise<[string, string]> {
  const { attachment, upload: to } = await backend.call('feedback_sign_url', { format: 'jpg' });
  await backend.fetch(to.url, { method: to.method, headers: to.headers, body: photo as BodyInit });
  const contents = 'Please never use my face.';
  await backend.call('feedback_create', { contents, email, attachments: JSON.stringify([attachment]) });
  const { id } = await backend.db.selectFrom('feedback').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return [id, attachment];
}

/** Another size and quality, as if taken again. */
const otherCopy = () => sharp(portraitBytes('otto')).resize(560).jpeg({ quality: 70 }).toBuffer();

const refused = { error: 'refused', message: blockedMessage };

test('photos of a blocked face are refused, other faces are not, until the person withdraws', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  await backend.startWorker();
  const ada = await member(backend);
  const [message, photo] = await writeWith(backend, portraitBytes('otto'));
  expect(await admin(`block-face ${message}`)).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
  expect(await admin(`block-face ${message} --reason "Showed a passport"`)).toMatchObject({ code: 0 });
  await mailTo(backend, email, 'Your face is blocked');
  const [listed] = (await admin('blocked-faces --json')).json();
  expect(listed).toMatchObject({ email, is_blocked: true, failure: null });
  await expect.poll(() => backend.deps.storage.size(photo)).toBeNull();
  expect(await backend.db.selectFrom('feedback_attachment').selectAll().execute()).toEqual([]);

  await expect(addFace(ada, await otherCopy())).rejects.toMatchObject(refused);
  await addFace(ada, portraitBytes('freya'));
  expect((await ada.call('my_faces', {})).total).toBe(1);

  expect((await admin(`unblock-face ${listed.id} --reason "Asked by mail"`)).code).toBe(0);
  expect((await admin(`unblock-face ${listed.id} --reason again`)).code).toBe(3);
  await mailTo(backend, email, 'Your face is no longer blocked');
  expect((await addFace(ada, await otherCopy())).face_id).toBeTruthy();
  expect((await admin('audit')).out).toMatch(/face_blocked.*tess: .*Showed a passport/);
});

test('a swap with a face that was added before it was blocked is refused, and its credits return', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await detect(ada, material_id);
  const { face_id } = await addFace(ada, await otherCopy());
  const [message] = await writeWith(backend, portraitBytes('otto'));
  await operatorOf(backend)(`block-face ${message} --reason Asked`);
  await mailTo(backend, email, 'Your face is blocked');
  const { balance } = await ledgerOf(backend, ada);
  const swap = { material_id, bind_face: JSON.stringify({ p1: face_id }), consent: 'true' } as const;
  const { order_id } = await ada.call('faceswap_create', swap);
  expect(await waitForSwap(ada, order_id)).toMatchObject({ status: 'failed', error: refused });
  expect((await ledgerOf(backend, ada)).balance).toBe(balance);
});

test('the face is stored encrypted; a photo without a face is named, and a message without a photo refused', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  await backend.startWorker();
  const blank = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer();
  const [empty] = await writeWith(backend, blank);
  expect((await admin(`block-face ${empty} --reason Asked`)).code).toBe(0);
  await expect.poll(async () => (await admin('blocked-faces')).out).toContain('We found no face in this picture');

  const [message] = await writeWith(backend, portraitBytes('otto'));
  await admin(`block-face ${message} --reason Asked`);
  await mailTo(backend, email, 'Your face is blocked');
  const row = await backend.db
    .selectFrom('blocked_face')
    .selectAll()
    .where('identity', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(() => backend.deps.vault.open(row.identity!, 'another row')).toThrow();
  const numbers = Buffer.from(backend.deps.vault.open(row.identity!, `blocked face ${row.id}`), 'base64');
  expect(numbers).toHaveLength(256 * 4);
  expect(row.identity!.includes(numbers.subarray(0, 16))).toBe(false);

  const unreadable = { id: crypto.randomUUID(), email, identity: Buffer.from('sealed with another secret') };
  await backend.db.insertInto('blocked_face').values(unreadable).execute();
  await expect(addFace(await member(backend), await otherCopy())).rejects.toMatchObject(refused);

  await backend.call('feedback_create', { contents: 'Please.', email, attachments: '[]' });
  const { id } = await backend.db.selectFrom('feedback').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(await admin(`block-face ${id} --reason Asked`)).toMatchObject({
    code: 4,
    err: expect.stringContaining('photo'),
  });
});

test('a face that is unblocked while its photo is read is not reported as blocked', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  const [message] = await writeWith(backend, portraitBytes('otto'));
  const photos = backend.db.selectFrom('feedback_attachment').select('file_key');
  const { file_key } = await photos.executeTakeFirstOrThrow();
  await admin(`block-face ${message} --reason Asked`);
  const [{ id: blocked_face_id }] = (await admin('blocked-faces --json')).json();
  const engine = await sharedEngine();
  const sourceFaces: typeof engine.sourceFaces = async (...given) => {
    const faces = await engine.sourceFaces(...given);
    await admin(`unblock-face ${blocked_face_id} --reason "Asked by mail"`);
    return faces;
  };
  const work = { ...backend.deps, engine: { ...engine, sourceFaces }, signal: new AbortController().signal };
  expect(await blockFace(work, { blocked_face_id, file_key })).toBe('skipped');
  const { rows } = await backend.pool.query(`select payload->>'mail' as mail from graphile_worker._private_jobs
    where payload->>'mail' is not null`);
  expect(rows).toEqual([{ mail: 'face_unblocked' }]);
});

test('a photo is read again for half an hour; one not read after an hour is reported, and blocked if it still can be', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  const [message] = await writeWith(backend, portraitBytes('otto'));
  await admin(`block-face ${message} --reason Asked`);
  const { rows } = await backend.pool.query(
    `select max_attempts from graphile_worker.jobs where task_identifier = 'block_face'`,
  );
  expect(rows).toEqual([{ max_attempts: 8 }]);

  const logged: unknown[] = [];
  const log = { ...backend.deps.log, error: (fields: object, event: string) => logged.push([event, fields]) } as never;
  const sweepAfter = (minutes: number) =>
    sweep({ ...backend.deps, log, now: () => new Date(Date.now() + minutes * 60_000) });
  await sweepAfter(59);
  expect((await admin('blocked-faces')).out).toContain('waits for a worker');
  await sweepAfter(61);
  await sweepAfter(71);
  expect((await admin('blocked-faces')).out).toContain('Block the face again');
  const [{ id }] = (await admin('blocked-faces --json')).json();
  expect(logged).toEqual([['blocked_face_unread', { blockedFaces: [id] }]]);

  await backend.startWorker();
  await mailTo(backend, email, 'Your face is blocked');
  expect((await admin('blocked-faces --json')).json()).toMatchObject([{ is_blocked: true, failure: null }]);
});

test('removing a photo that could not be read, or one of several, does not tell the person that they are unblocked', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  const [failed, one, other] = [1, 2, 3].map(() => crypto.randomUUID());
  const identity = Buffer.from('sealed');
  const rows = [
    { id: failed!, email, failure: 'We found no face in this picture.' },
    { id: one!, email, identity },
    { id: other!, email: email.toUpperCase(), identity },
  ];
  await backend.db.insertInto('blocked_face').values(rows).execute();
  for (const id of [failed, one]) expect((await admin(`unblock-face ${id} --reason Asked`)).code).toBe(0);
  expect(await mailsWaitingFor(backend, { email })).toEqual([]);
  expect((await admin(`unblock-face ${other} --reason Asked`)).code).toBe(0);
  expect(await mailsWaitingFor(backend, { email: email.toUpperCase() })).toEqual(['face_unblocked']);
});
