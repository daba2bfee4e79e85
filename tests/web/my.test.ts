import { expect, test } from 'vitest';

import { answer, exampleOf, answerError } from './support/fake-api';
import { get, run, post, readRedirect, readFormError } from './support/visit';

import * as credits from '~/routes/my.credits';
import * as faces from '~/routes/my.faces';
import * as overview from '~/routes/my.index';
import * as uploads from '~/routes/my.uploads';

const token = 'fs_1';
const material = exampleOf('my_uploads').items[0]!;
const face = exampleOf('my_faces').items[0]!;

const sendFaces = async (form: FormData | Record<string, string>) =>
  run(async () => faces.action(await post('/my/faces?page=2', form, { token })));

test('the overview asks for the newest of everything', async () => {
  const asked = [answer('my_creates'), answer('my_uploads'), answer('my_faces')];
  expect(await overview.loader(await get('/my', { token }))).toMatchObject({ isWorking: false, faces: [face] });
  expect(asked.map(([first]) => first!.input.per_page)).toEqual([4, 4, 8]);
});

test('the overview of an unconfirmed account sends the mail again', async () => {
  const send = async (intent: string) => overview.action(await post('/my?index', { intent }, { token }));
  const sent = answer('email_resend_activation');
  expect(await readRedirect(await send('resend-activation'))).toMatchObject({
    location: '/my',
    snackbar: { color: 'success', message: expect.stringContaining('on its way') },
  });
  expect(sent).toHaveLength(1);
  answerError('email_resend_activation', 'too_many_requests');
  expect(readFormError(await send('resend-activation')).status).toBe(429);
  expect(readFormError(await send('delete')).message).toContain('Unknown form');
});

test('uploads refresh while one is being looked at, and can be deleted', async () => {
  answer('my_uploads', { ...exampleOf('my_uploads'), items: [{ ...material, status: 'probing' }] });
  expect(await uploads.loader(await get('/my/uploads', { token }))).toMatchObject({ isWorking: true });

  const deleted = answer('del_materials');
  const { material_id: id } = material;
  const form = { intent: 'delete', id };
  const send = async (path: string) => uploads.action(await post(path, form, { token }));
  expect(await readRedirect(await send('/my/uploads?type=gif'))).toMatchObject({ location: '/my/uploads?type=gif' });
  expect(deleted[0]!.input).toEqual({ material_ids: [id] });

  answer('del_materials', { ...exampleOf('del_materials'), in_use: 2 });
  expect(await readRedirect(await send('/my/uploads'))).toMatchObject({
    snackbar: { color: 'error', message: '2 uploads not deleted: still needed by a swap.' },
  });
  answerError('del_materials', 'conflict', { message: 'A swap is still using this upload.' });
  expect(readFormError(await send('/my/uploads')).message).toBe('A swap is still using this upload.');
});

test('the ledger is paged by the address', async () => {
  const asked = answer('my_credit_lists');
  answer('my_payment_lists');
  await credits.loader(await get('/my/credits?page=2&type=all', { token }));
  expect(asked[0]!.input).toEqual({ page: 2 });
});

test('payments have pages of their own, beside those of the ledger', async () => {
  answer('my_credit_lists');
  const { items } = exampleOf('my_payment_lists');
  const asked = answer('my_payment_lists', ({ input }) => ({
    ...{ page: Number(input.page), per_page: 100, total: 101 },
    items: Number(input.page) > 2 ? [] : items,
  }));
  const { payments } = await credits.loader(await get('/my/credits?payments=2&page=1', { token }));
  expect(payments).toMatchObject({ page: 2, total: 101 });
  await credits.loader(await get('/my/credits?payments=none', { token }));
  expect(asked.map(({ input }) => input)).toEqual([2, 1].map((page) => ({ page, per_page: 100 })));
  const behind = await run(async () => credits.loader(await get('/my/credits?payments=3', { token })));
  expect((await readRedirect(behind)).location).toBe('/my/credits');
});

test('a face is pinned, deleted and added on its own page', async () => {
  const { face_id } = face;
  const pinned = answer('toped_face');
  const deleted = answer('del_faces');
  const added = answer('upload_face');
  const photo = new FormData();
  for (const [name, value] of Object.entries({ intent: 'add-face', consent: 'true' })) photo.append(name, value);
  photo.append('photo', new File(['picture'], 'me.jpg', { type: 'image/jpeg' }));

  const forms: Parameters<typeof sendFaces>[0][] = [
    { intent: 'pin', face_id },
    { intent: 'delete', id: face_id },
    photo,
  ];
  for (const form of forms) {
    expect((await readRedirect(await sendFaces(form))).location).toBe('/my/faces?page=2');
  }
  expect([pinned, deleted, added].map((calls) => calls.length)).toEqual([1, 1, 1]);
  expect(deleted[0]!.input).toEqual({ face_ids: [face_id] });
});

test('a form of the faces that cannot be carried out says why', async () => {
  expect(readFormError(await sendFaces({ intent: 'pin', face_id: 'me' })).status).toBe(400);
  expect(readFormError(await sendFaces({ intent: 'explode' })).status).toBe(400);
  expect(readFormError(await sendFaces({ intent: 'add-face' })).fields).toMatchObject({ photo: expect.any(String) });
  expect(readFormError(await sendFaces({ intent: 'delete' })).message).toBe('Select at least one face.');
  answerError('del_faces', 'not_found');
  expect(readFormError(await sendFaces({ intent: 'delete', id: face.face_id })).status).toBe(404);
});

test('several faces are deleted together, and an undo restores them', async () => {
  const [deleted, undone] = [answer('del_faces'), answer('undo_del', { restored: 2 })];
  const other = exampleOf('faceswap_create').task_id;
  const selected = new URLSearchParams([
    ['id', face.face_id],
    ['id', other],
    ['intent', 'delete'],
  ]);
  const args = await get('/my/faces?page=2', { token });
  const { headers } = args.request;
  headers.set('content-type', 'application/x-www-form-urlencoded');
  const request = new Request(args.request.url, { method: 'POST', headers, body: selected });
  expect(await readRedirect(await run(() => faces.action({ ...args, request })))).toMatchObject({
    location: '/my/faces?page=2',
  });
  expect(deleted[0]!.input).toEqual({ face_ids: [face.face_id, other] });
  const { deletion_id } = exampleOf('del_faces');
  expect(await readRedirect(await sendFaces({ intent: 'undo', deletion_id }))).toMatchObject({
    snackbar: { message: '2 faces restored.' },
  });
  expect(undone[0]!.input).toEqual({ deletion_id });
});
