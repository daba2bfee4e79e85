import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { postEntry } from '#backend/domain/credits/ledger';
import { countCases, warnOfDueCases } from '#backend/domain/feedback/due-cases';
import { sweep } from '#backend/domain/retention/sweep';
import { addDays } from '#backend/domain/context';
import { member, openBackend, type TestBackend } from '#tests/support/backend';
import { finishedCreation } from '#tests/support/finished-creation';
import { addFace, detect, ledgerOf, waitForSwap, waitUntilProbed, upload } from '#tests/support/journey';
import { operatorOf } from '#tests/support/operator';
import { portraitBytes } from '#tests/support/portraits';

const report = {
  description: 'A swap that shows me.',
  person: 'Amara',
  good_faith: 'true',
  email: 'amara@example.com',
  signature: 'Amara',
} as const;

const openCase = async (backend: TestBackend, location: string) =>
  (await backend.call('feedback_takedown', { ...report, location })).case_id;

const filesOf = async (backend: TestBackend, keys: (string | null)[]) =>
  (await Promise.all(keys.map((key) => key && backend.deps.storage.size(key)))).filter((size) => size !== null).length;

test('a takedown removes every identical copy and derived creation, and blocks the file', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  await backend.startWorker();
  const [ada, bo] = [await member(backend), await member(backend)];
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  const copy = await upload(backend, bo, portraitBytes('amara'));
  const other = await upload(backend, bo, portraitBytes('diego'));
  await detect(bo, other);
  const { persons } = await detect(ada, material_id);
  const face = await addFace(ada, portraitBytes('diego'));
  const bind_face = JSON.stringify({ [persons[0]!.key]: face.face_id });
  const { order_id } = await ada.call('faceswap_create', { material_id, bind_face, consent: 'true' });
  await waitForSwap(ada, order_id);
  const rows = await backend.db.selectFrom('material').selectAll().where('id', 'in', [material_id, copy]).execute();
  const made = await backend.db.selectFrom('creation').selectAll().executeTakeFirstOrThrow();
  const files = [...rows.flatMap((row) => [row.file_key, row.thumb_key]), made.result_key, made.poster_key];
  expect(await filesOf(backend, files)).toBe(files.filter(Boolean).length);
  const result = await backend.deps.storage.open(made.result_key!);
  const resultBytes = await buffer(result!.stream);

  const caseId = await openCase(backend, `https://faceswap.test/creation_detail?order_id=${order_id}`);
  expect((await admin('cases')).out).toContain(caseId);
  expect((await admin(`case ${caseId}`)).out).toContain(`--creation ${order_id}`);
  const { code, json } = await admin(
    `take-down ${caseId} --creation ${order_id} --upload ${material_id} --reason "No consent" --json`,
  );
  expect(code).toBe(0);
  expect(json()).toEqual({
    uploads: expect.arrayContaining([material_id, copy]),
    creations: [order_id],
    faces: [],
  });
  expect(await filesOf(backend, files)).toBe(0);
  await expect(bo.call('upload_material_detail', { material_id: copy })).rejects.toMatchObject({ status: 404 });
  expect((await bo.call('my_uploads', {})).items.map((item) => item.material_id)).toEqual([other]);
  expect((await admin('cases')).out).toBe('No open cases.');
  expect((await admin('audit')).out).toMatch(new RegExp(`taken_down.*case ${caseId}.*No consent`));

  for (const bytes of [portraitBytes('amara'), resultBytes]) {
    const again = await upload(backend, bo, bytes);
    expect(await detect(bo, again)).toMatchObject({
      status: 'failed',
      error: { error: 'refused', message: expect.stringContaining('removed after a report') },
    });
    const { file_key } = await backend.db
      .selectFrom('material')
      .select('file_key')
      .where('id', '=', again)
      .executeTakeFirstOrThrow();
    expect(await backend.deps.storage.size(file_key)).toBeNull();
  }
  await expect(addFace(bo, portraitBytes('amara'))).rejects.toMatchObject({ error: 'refused' });
});

test('a takedown also removes and refuses copies in another size and format', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const [ada, bo] = [await member(backend), await member(backend)];
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  const smaller = await sharp(portraitBytes('amara')).resize(512).webp({ quality: 50 }).toBuffer();
  const copy = await upload(backend, bo, smaller, 'copy.webp');
  const other = await upload(backend, bo, portraitBytes('diego'));
  for (const id of [copy, other]) await waitUntilProbed(bo, id);
  await waitUntilProbed(ada, material_id);
  const caseId = await openCase(backend, 'https://elsewhere.example/picture');
  const { json } = await operatorOf(backend)(
    `take-down ${caseId} --upload ${material_id} --reason "No consent" --json`,
  );
  expect(json()).toMatchObject({ uploads: expect.arrayContaining([material_id, copy]) });
  expect((await bo.call('my_uploads', {})).items.map((item) => item.material_id)).toEqual([other]);
  const again = await upload(backend, bo, await sharp(smaller).resize(700).png().toBuffer(), 'again.png');
  expect(await detect(bo, again)).toMatchObject({ status: 'failed', error: { error: 'refused' } });
});

test('a takedown ends a queued swap of the media and returns its credits', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { material, order } = await waitingSwap(backend, ada.accountId);
  const caseId = await openCase(backend, 'https://elsewhere.example/video');
  await operatorOf(backend)(`take-down ${caseId} --upload ${material} --reason "No consent"`);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10, sum: 10 });
  await expect(ada.call('faceswap_result', { order_id: order })).rejects.toMatchObject({ status: 404 });
});

test('a takedown of a face removes its swaps and previews, and ends those that wait', async () => {
  const backend = await openBackend();
  const { db, deps } = backend;
  const ada = await member(backend);
  const [face, other] = [await storedFace(backend, ada.accountId), await storedFace(backend, ada.accountId)];
  const finishedWith = async (bindings: Record<string, string[]>) => {
    const made = await finishedCreation(backend, ada);
    const bound = { bindings: JSON.stringify(bindings) };
    await db.updateTable('creation').set(bound).where('id', '=', made.order_id).execute();
    return made;
  };
  const finished = await finishedWith({ p1: [other], p2: [other, face] });
  const kept = await finishedWith({ p1: [other] });
  const preview_key = `materials/${uuidv7()}/preview.jpg`;
  await deps.storage.put(preview_key, Readable.from([Buffer.from('preview')]));
  const bindings = JSON.stringify({ p1: [face] });
  const preview = { id: uuidv7(), account_id: ada.accountId, kind: 'preview', preview_key, bindings } as const;
  await db
    .insertInto('task')
    .values({ ...preview, status: 'succeeded', finished_at: deps.now() })
    .execute();
  const { order } = await waitingSwap(backend, ada.accountId, bindings);

  const caseId = await openCase(backend, 'https://elsewhere.example/face');
  const { json } = await operatorOf(backend)(`take-down ${caseId} --face ${face} --reason "No consent" --json`);
  expect(json()).toEqual({ uploads: [], creations: expect.arrayContaining([finished.order_id, order]), faces: [face] });
  expect(await filesOf(backend, [finished.result_key, finished.poster_key, preview_key])).toBe(0);
  expect(await filesOf(backend, [kept.result_key, kept.poster_key])).toBe(2);
  expect((await ada.call('my_creates', {})).items.map(({ order_id }) => order_id)).toEqual([kept.order_id]);
  expect(await db.selectFrom('task').select('id').execute()).toEqual([{ id: kept.task_id }]);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10, sum: 10 });
  expect(await db.selectFrom('face').select('id').execute()).toEqual([{ id: other }]);
});

async function storedFace({ db }: TestBackend, account_id: string) {
  const [id, photo] = [uuidv7(), uuidv7()];
  const keys = { file_key: `faces/${photo}/photo.jpg`, thumb_key: `faces/${photo}/thumb.jpg` };
  await db.insertInto('face').values({ id, account_id, name: 'Ben' }).execute();
  await db
    .insertInto('face_photo')
    .values({ id: photo, face_id: id, account_id, ...keys, width: 1, height: 1 })
    .execute();
  return id;
}

async function waitingSwap({ db, deps }: TestBackend, account_id: string, bindings = '{}') {
  const [material, order, task] = [uuidv7(), uuidv7(), uuidv7()];
  const expires_at = addDays(deps.now(), 30);
  const file = { file_key: `materials/${material}/original.jpg`, name: 'a.jpg', format: 'jpg', sha256: 'aa' };
  await db
    .insertInto('material')
    .values({ id: material, account_id, kind: 'photo', status: 'ready', expires_at, ...file })
    .execute();
  await db.insertInto('task').values({ id: task, account_id, kind: 'swap', material_id: material }).execute();
  const swap = { task_id: task, tool_id: 'P001', material_id: material, name: 'a.jpg', kind: 'photo' as const };
  await db
    .insertInto('creation')
    .values({
      ...{ id: order, account_id, ...swap, price: 2, bindings, label_visible: true },
      ...{ source_type: 'compositeSynthetic', expires_at },
    })
    .execute();
  const hold = { accountId: account_id, kind: 'hold', delta: -2, reference: order, note: '' } as const;
  await db.transaction().execute((trx) => postEntry(trx, hold));
  return { material, order };
}

test('a case is dismissed once, with a reason; an unknown id removes nothing', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  const caseId = await openCase(backend, 'https://elsewhere.example/video');
  const stranger = uuidv7();
  expect(await admin(`take-down ${caseId} --reason "x"`)).toMatchObject({ code: 2 });
  expect(await admin(`take-down ${caseId} --upload ${stranger} --reason "x"`)).toMatchObject({
    code: 3,
    err: `Upload ${stranger} does not exist.`,
  });
  expect((await admin(`case ${caseId}`)).out).toContain('none in the location');
  expect((await admin(`dismiss ${caseId} --reason "Not on this site"`)).out).toMatch(/resolution +Not on this site/);
  expect(await admin(`dismiss ${caseId} --reason "Again"`)).toMatchObject({ code: 4 });
  expect((await admin('cases --all')).out).toContain('dismissed');
});

test('a case that is due soon or overdue raises an alarm and is marked', async () => {
  const backend = await openBackend();
  await openCase(backend, 'https://faceswap.test/');
  const logged: unknown[] = [];
  const log = { ...backend.deps.log, error: (fields: object, event: string) => logged.push([event, fields]) } as never;
  await warnOfDueCases({ ...backend.deps, log });
  expect(logged).toEqual([]);
  backend.deps.now = () => addDays(new Date(), 1.6);
  expect(await countCases(backend.deps)).toEqual({ open: 1, due: 1, overdue: 0 });
  backend.deps.now = () => addDays(new Date(), 3);
  await warnOfDueCases({ ...backend.deps, log });
  expect(logged).toEqual([['takedown_cases_due', { due: 1, overdue: 1 }]]);
  expect((await operatorOf(backend)('cases')).out).toContain('OVERDUE');
});

test('a take-down for a report that was dismissed before upholds its case', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  const material_id = await upload(backend, await member(backend), portraitBytes('amara'));
  const caseId = await openCase(backend, 'https://faceswap.test/my/uploads');
  await admin(`dismiss ${caseId} --reason "Not found"`);
  expect((await admin(`take-down ${caseId} --upload ${material_id} --reason "No consent"`)).code).toBe(0);
  expect((await admin(`case ${caseId} --json`)).json()).toMatchObject({ status: 'upheld', resolution: 'No consent' });
  expect(await admin(`dismiss ${caseId} --reason "Again"`)).toMatchObject({ code: 4 });
});

test('suspending an account blocks its open sessions until it is restored', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  const ada = await member(backend);
  expect((await admin(`suspend ${ada.email} --reason "Case 1"`)).code).toBe(0);
  await expect(ada.call('my_userinfo', {})).rejects.toMatchObject({ status: 403 });
  expect((await admin(`suspend ${ada.email} --reason "Case 1"`)).code).toBe(4);
  await admin(`restore ${ada.email} --reason "We were wrong"`);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ uid: ada.accountId });
});

test('audit events are swept after a year', async () => {
  const backend = await openBackend();
  const now = new Date();
  for (const age of [364, 366]) {
    const event = { id: uuidv7(), event: 'signed_in', at: addDays(now, -age), detail: `${age}` };
    await backend.db
      .insertInto('audit_event')
      .values({ account_id: null, address: null, ...event })
      .execute();
  }
  await sweep({ ...backend.deps, now: () => now });
  expect(await backend.db.selectFrom('audit_event').select('detail').execute()).toEqual([{ detail: '364' }]);
});
