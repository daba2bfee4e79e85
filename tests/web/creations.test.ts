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
])('the address %j asks for %j', async (query, wanted) => {
  const asked = answer('my_creates');
  await creations.loader(await get(`/my/creations${query}`, { token }));
  expect(asked[0]!.input).toEqual(wanted);
});

test('a page after the last leads to the last', async () => {
  answer('my_creates', { items: [], page: 4, per_page: 20, total: 41 });
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

test('deleting says so and stays on the page', async () => {
  const deleted = answer('del_order');
  const args = await post('/my/creations?page=2', { order_id: done.order_id }, { token });
  expect(await readRedirect(await creations.action(args))).toMatchObject({
    location: '/my/creations?page=2',
    snackbar: { color: 'success' },
    token,
  });
  expect(deleted[0]!.input).toEqual({ order_id: done.order_id });
});

test('what is gone already cannot be deleted, and the page says so', async () => {
  answerError('del_order', 'not_found');
  const args = await post('/my/creations', { order_id: done.order_id }, { token });
  expect(readFormError(await creations.action(args))).toMatchObject({ status: 404 });
});

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

test.each(['/creation_detail', '/creation_detail?order_id=7'])(
  '%s names no creation: My Creations lists them',
  async (path) => {
    const args = await get(path, { token });
    const { location, snackbar } = await readRedirect(await run(() => detail.loader(args)));
    expect([location, snackbar?.message]).toEqual(['/my/creations', 'Choose one of your creations.']);
    const anonymous = await get(path);
    const login = await readRedirect(await run(() => detail.loader(anonymous)));
    expect(login.location).toBe('/login/google?redirect=%2Fmy%2Fcreations');
  },
);
