import { expect, test } from 'vitest';

import { answer, exampleOf, answerError } from './support/fake-api';
import { get, run, post, readRedirect, readFormError } from './support/visit';

import * as detail from '~/routes/creation-detail';
import * as creations from '~/routes/my.creations';

const done = exampleOf('my_creates').items[0]!;
const token = 'fs_1';

test.each([
  ['', {}],
  ['?page=3', { page: 3 }],
  ['?page=0', {}],
  ['?page=-2', {}],
  ['?page=two', {}],
  ['?page=1e99', {}],
  ['?type=gif&page=2', { type: 'gif', page: 2 }],
  ['?type=song&per_page=5000', {}],
  ['?state=ended&sort=name', { state: 'ended', sort: 'name' }],
  ['?state=lost&sort=size', {}],
])('the address %j asks for %j', async (query, wanted) => {
  const asked = answer('my_creates');
  await creations.loader(await get(`/my/creations${query}`, { token }));
  expect(asked[0]!.input).toEqual(wanted);
});

test('a page after the last leads to the last', async () => {
  answer('my_creates', { items: [], page: 4, per_page: 20, total: 41, deletions: [] });
  const args = await get('/my/creations?page=4', { token });
  const { location } = await readRedirect(await run(() => creations.loader(args)));
  expect(location).toBe('/my/creations?page=3');
});

test('the page knows whether something is still in work', async () => {
  answer('my_creates');
  expect((await creations.loader(await get('/my/creations', { token }))).isWorking).toBe(false);
  answer('my_creates', { ...exampleOf('my_creates'), items: [{ ...done, status: 'running' }] });
  expect((await creations.loader(await get('/my/creations', { token }))).isWorking).toBe(true);
});

const { order_id: id } = done;
const send = async (path: string, form: FormData | Record<string, string>) =>
  run(async () => creations.action(await post(path, form, { token })));

test('deleting stays on the page, which then offers to undo it', async () => {
  const deleted = answer('del_orders');
  const outcome = await send('/my/creations?sort=name&page=2', { intent: 'delete', id });
  expect(await readRedirect(outcome)).toMatchObject({ location: '/my/creations?sort=name&page=2' });
  expect(deleted[0]!.input).toEqual({ order_ids: [id] });
});

test('several creations are deleted, or downloaded as one zip file', async () => {
  const [deleted, zipped] = [answer('del_orders'), answer('zip_orders')];
  const other = exampleOf('faceswap_create').task_id;
  const form = (intent: string) => {
    const selected = new FormData();
    for (const value of [id, other]) selected.append('id', value);
    selected.append('intent', intent);
    return selected;
  };
  expect((await readRedirect(await send('/my/creations', form('delete')))).location).toBe('/my/creations');
  const { url } = exampleOf('zip_orders');
  expect((await readRedirect(await send('/my/creations', form('zip')))).location).toBe(url);
  for (const [received] of [deleted, zipped]) expect(received!.input).toEqual({ order_ids: [id, other] });
});

test.each(['delete', 'zip'])('without a selection, "%s" says what to do', async (intent) => {
  expect(readFormError(await send('/my/creations', { intent }))).toMatchObject({
    status: 400,
    message: 'Select at least one creation.',
  });
});

test('a deletion is undone, unless it is too late', async () => {
  const undone = answer('undo_del', { restored: 2 });
  const { deletion_id } = exampleOf('del_orders');
  expect(await readRedirect(await send('/my/creations', { intent: 'undo', deletion_id }))).toMatchObject({
    snackbar: { color: 'success', message: '2 creations restored.' },
  });
  expect(undone[0]!.input).toEqual({ deletion_id });
  answerError('undo_del', 'not_found', { message: 'This can no longer be undone.' });
  const late = readFormError(await send('/my/creations', { intent: 'undo', deletion_id }));
  expect(late).toMatchObject({ status: 404, message: 'This can no longer be undone.' });
});

test('a new name is saved, or refused beside its field', async () => {
  const renamed = answer('rename_order');
  const change = (name: string) => send(`/my/creations?type=gif&rename=${id}`, { intent: 'rename', id, name });
  expect(await readRedirect(await change('At sea'))).toMatchObject({ location: '/my/creations?type=gif' });
  expect(renamed[0]!.input).toEqual({ order_id: id, name: 'At sea' });
  expect(readFormError(await change(' '))).toMatchObject({ status: 400, fields: { name: 'Enter a name.' } });
});

test.each([{}, { intent: 'explode' }, { intent: 'undo', deletion_id: 'x' }, { intent: 'delete', id: '../x' }])(
  'the malformed form %j is refused',
  async (form) => {
    expect(readFormError(await send('/my/creations', form as Record<string, string>)).status).toBe(400);
  },
);

test('a finished creation has a page; one still in work is told by the tool', async () => {
  const running = exampleOf('faceswap_result');
  const path = `/creation_detail?order_id=${done.order_id}`;
  answer('faceswap_result', { ...running, status: 'succeeded', order: done });
  answer('upload_material_detail');
  answer('my_faces');
  answer('share_lists');
  expect(await detail.loader(await get(path, { token }))).toMatchObject({ resultUrl: done.result_url });

  answer('faceswap_result');
  const args = await get(path, { token });
  const { location } = await readRedirect(await run(() => detail.loader(args)));
  expect(location).toBe(`/face-swap-photo?order=${done.order_id}`);
});

test.each([
  ['/creation_detail', 'success', 'Choose one of your creations.'],
  ['/creation_detail?order_id=7', 'error', 'This link leads to no creation. Choose one of yours.'],
] as const)('%s names no creation: My Creations lists them', async (path, color, message) => {
  const args = await get(path, { token });
  const { location, snackbar } = await readRedirect(await run(() => detail.loader(args)));
  expect([location, snackbar]).toEqual(['/my/creations', { color, message }]);
  const anonymous = await get(path);
  const login = await readRedirect(await run(() => detail.loader(anonymous)));
  expect(login.location).toBe('/login/google?redirect=%2Fmy%2Fcreations');
});
