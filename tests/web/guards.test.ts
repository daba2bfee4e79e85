import { expect, test } from 'vitest';

import { ids } from '#contract/examples';
import { exampleOf, answerError, answer } from './support/fake-api';
import { get, run, post, readRedirect } from './support/visit';

import * as logout from '~/routes/logout';
import * as account from '~/routes/my.account';
import * as codes from '~/routes/my.account.codes';
import * as data from '~/routes/my.account.data';
import * as passkeys from '~/routes/my.account.passkeys';
import * as keys from '~/routes/my.api';
import * as webhooks from '~/routes/my.api.webhooks';
import * as creations from '~/routes/my.creations';
import * as credits from '~/routes/my.credits';
import * as my from '~/routes/my';
import * as pricing from '~/routes/pricing';
import * as passwordChange from '~/routes/password-change';
import * as tool from '~/routes/face-swap';
import * as face from '~/routes/resources.face';
import * as swapStatus from '~/routes/resources.swap';
import * as upload from '~/routes/resources.upload';
import { loader as root } from '~/root';
import { readSession } from '~/server/session.server';

const id = exampleOf('faceswap_result').order.order_id;
/** Headers of a request by script. */
const fetched = (mode: 'cors' | 'same-origin') => ({ 'sec-fetch-dest': 'empty', 'sec-fetch-mode': mode });

test.each(['/my/creations?page=2', '/my'])(
  '%s sends an anonymous visitor to the login route, to come back',
  async (page) => {
    const args = await get(page);
    const { status, location } = await readRedirect(await run(() => my.loader(args)));
    expect(status).toBe(302);
    expect(location).toBe(`/login/google?redirect=${encodeURIComponent(page)}`);
  },
);

test.each([
  ['unauthenticated', 'Please log in to go on.'],
  ['suspended', 'This account is suspended. Contact us if you think that is a mistake.'],
] as const)('%s in mid-way: logged out, told why, to the login route with the page', async (error, message) => {
  answerError('my_creates', error);
  const args = await get('/my/creations?page=2', { token: 'fs_dead' });
  expect(await readRedirect(await run(() => creations.loader(args)))).toEqual({
    status: 302,
    location: '/login/google?redirect=%2Fmy%2Fcreations%3Fpage%3D2',
    token: undefined,
    snackbar: { color: 'error', message },
    address: undefined,
  });
});

test('a session that ends during a form leads to the login, and back to its page', async () => {
  answerError('del_orders', 'unauthenticated');
  const args = await post('/my/creations', { intent: 'delete', id }, { token: 'fs_dead' });
  const { location, token } = await readRedirect(await run(() => creations.action(args)));
  expect(location).toBe('/login/google?redirect=%2Fmy%2Fcreations');
  expect(token).toBeUndefined();
});

test('a script’s request is told where to go, which is back to the page and not to the request', async () => {
  answerError('faceswap_result', 'unauthenticated');
  const page = `/face-swap-photo?order=${id}`;
  const headers = { referer: `https://faceswap.test${page}` };
  const args = await get(`/resources/swap?order=${id}`, { token: 'fs_dead', headers });
  const told = (await run(() => swapStatus.loader(args))) as Response;
  expect(told.status).toBe(401);
  expect(await told.json()).toEqual({ login: `/login/google?redirect=${encodeURIComponent(page)}` });
  expect(await readRedirect(told)).toMatchObject({ token: undefined, snackbar: { color: 'error' } });
});

test('the script of an upload is led to the login and back to its tool, with a dead session and without one', async () => {
  answerError('upload_sign_url', 'unauthenticated');
  for (const token of ['fs_dead', undefined]) {
    const args = await post('/resources/upload', { name: 'a.jpg', size: '10' }, token ? { token } : {});
    const told = (await run(() => upload.action(args))) as Response;
    expect(told.status).toBe(401);
    expect(((await told.json()) as { login: string }).login).toMatch(/^\/login\/google\?redirect=%2Fface-swap/);
  }
});

test('the dialog of a new face is led to the login route, and back to the page that shows it', async () => {
  answerError('rename_face', 'unauthenticated');
  const page = `/face-swap-photo?material=${ids.material}&face.p1=sample-kenji`;
  const headers = { referer: `https://faceswap.test${page}` };
  const form = { intent: 'rename', face_id: ids.face, name: 'Ada' };
  for (const token of ['fs_dead', undefined]) {
    const args = await post('/resources/face', form, { ...(token && { token }), headers });
    const { status, location, snackbar } = await readRedirect(await run(() => face.action(args)));
    expect(status).toBe(302);
    expect(location).toBe(`/login/google?redirect=${encodeURIComponent(page)}`);
    expect(snackbar).toMatchObject({ color: 'error' });
  }
});

test.each([
  [
    'a swap',
    { material_id: ids.material, 'face.p1': 'sample-kenji', 'face.p2': '', quality: 'high' },
    { material: ids.material, 'face.p1': 'sample-kenji', quality: 'high' },
  ],
  [
    'a batch',
    { photos: `${ids.material}.${ids.secondMaterial}`, face: 'sample-kenji', 'person.1': 'p2', 'person.2': 'none' },
    { photos: `${ids.material}.${ids.secondMaterial}`, face: 'sample-kenji', 'person.1': 'p2', 'person.2': 'none' },
  ],
])('the choices of %s ordered after the session has ended are there after login', async (_what, choices, kept) => {
  for (const intent of ['create', 'preview', 'get-credits']) {
    const args = await post(`/face-swap-photo?material=${ids.material}`, { intent, key: 'key', ...choices });
    const { location } = await readRedirect(await run(() => tool.action(args)));
    const page = new URL(new URL(location!, 'http://own').searchParams.get('redirect')!, 'http://own');
    expect(page.pathname).toBe('/face-swap-photo');
    expect(Object.fromEntries(page.searchParams)).toEqual(kept);
  }
});

test('on the login route no redirect is added, and the one it has is kept', async () => {
  answerError('my_userinfo', 'unauthenticated');
  const locationFor = async (page: string) => {
    const args = await get(page, { token: 'fs_dead' });
    return (await readRedirect(await run(() => root(args)))).location;
  };
  expect(await locationFor('/login/google')).toBe('/login/google');
  expect(await locationFor('/login/google?redirect=%2Fmy')).toBe('/login/google?redirect=%2Fmy');
});

test.each([
  ['a script', () => post('/resources/upload', { name: 'a.jpg', size: '10' }), upload.action],
  ['a form of the tool', () => post('/face-swap-photo', { intent: 'create' }), tool.action],
  ['a purchase', () => post('/pricing?product=pack_50', { product_id: 'pack_50' }), pricing.action],
  ['a new password', () => post('/password-change', { old_password: 'p' }), passwordChange.action],
  ['a page change', () => get('/my/creations', { headers: fetched('cors') }), creations.loader],
])('%s of a logged-in page without its session is told that it has ended', async (_what, request, answerTo) => {
  const args = await request();
  const { snackbar } = await readRedirect(await run<unknown>(() => answerTo(args)));
  expect(snackbar).toEqual({ color: 'error', message: 'You were logged out. Log in and you are back where you were.' });
});

test.each([
  ['typed address', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
  ['typed address by way of the service worker', fetched('same-origin')],
])('a visitor with a %s is led to the login page, and was never logged out', async (_what, headers) => {
  const args = await get('/my/creations', { headers });
  const { location, snackbar } = await readRedirect(await run(() => creations.loader(args)));
  expect([location, snackbar]).toEqual(['/login/google?redirect=%2Fmy%2Fcreations', undefined]);
});

test('who sends a file without a session is told to choose it again: the form is not kept', async () => {
  const file = () => {
    const form = new FormData();
    form.append('intent', 'upload');
    form.append('photo', new File(['picture'], 'us.jpg'));
    return form;
  };
  const messageOf = async (token?: string) => {
    const args = await post('/face-swap-photo', file(), { token });
    return (await readRedirect(await run(() => tool.action(args)))).snackbar?.message;
  };
  const signedOut = 'You were logged out. Log in and you are back where you were.';
  expect(await messageOf()).toBe(`${signedOut} Choose the file again there.`);
  answerError('upload_sign_url', 'unauthenticated', { message: signedOut });
  expect(await messageOf('fs_dead')).toBe(`${signedOut} Choose the file again there.`);
});

test('a form that the browser sends twice after a lost connection has its effect once', async () => {
  const signed = answer('upload_sign_url');
  const send = async (headers: Record<string, string> = {}) => {
    const args = await post('/resources/upload', { name: 'a.jpg', size: '10' }, { token: 'fs_1', headers });
    await upload.action(args);
  };
  const submission = 'f00dcafe'.repeat(4);
  await send({ 'idempotency-key': submission });
  await send({ 'idempotency-key': submission });
  await send({ 'idempotency-key': 'not a key' });
  await send();
  const keys = signed.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toBe(`${submission}:upload_sign_url:1`);
  expect(new Set(keys.slice(1)).size).toBe(3);
  expect(keys[1]).toBe(keys[0]);
});

test('a result that the API does not know gives a 404 page', async () => {
  answerError('faceswap_result', 'not_found');
  const args = await get(`/face-swap-photo?order=${id}`, { token: 'fs_1' });
  const answered = (await run(() => tool.loader(args))) as Response;
  expect(answered.status).toBe(404);
  expect(await answered.text()).toBe('Page Not Found: /face-swap-photo');
});

const other = '019a9e00-0000-7000-8000-000000000002';
const { uid } = exampleOf('my_userinfo');
const change = { old_password: 'p', new_password: 'battery staple', new_password_confirmation: 'battery staple' };

test.each([
  ['/my/account', { intent: 'rename', nickname: 'Grace' }, 'my_profile', account.action],
  ['/my/account', { intent: 'sign-out-others' }, 'my_sign_out_others', account.action],
  ['/my/account?step=delete', { intent: 'delete', password: 'correct horse' }, 'del_account', account.action],
  ['/my/account/codes', { intent: 'begin', password: 'correct horse' }, 'my_codes_begin', codes.action],
  ['/my/account/data', { password: 'correct horse' }, 'my_data_export', data.action],
  ['/my/account/passkeys', { intent: 'begin', name: 'Phone', password: 'p' }, 'my_passkey_begin', passkeys.action],
  ['/my/api', { intent: 'create', name: 'Build', scopes: 'read', password: 'p' }, 'my_api_key_create', keys.action],
  [
    '/my/api/webhooks',
    { intent: 'create', url: 'https://example.com/', events: 'task.failed' },
    'my_webhook_create',
    webhooks.action,
  ],
  ['/password-change', change, 'email_change_password', passwordChange.action],
  ['/password-change', { intent: 'set-by-mail' }, 'email_forgot_password', passwordChange.action],
  ['/my/credits', { intent: 'cancel' }, 'subscription_cancel', credits.action],
  [
    '/pricing?product=pack_50',
    { product_id: 'pack_50', method: 'stripe', withdrawal_consent: 'true' },
    'stripe_buy',
    pricing.action,
  ],
  [
    '/pricing?product=studio_month',
    { intent: 'change', product_id: 'studio_month' },
    'subscription_change',
    pricing.action,
  ],
] as const)(
  'a page of %s from before a login as another user changes nothing of that account: %j',
  async (path, form, call, action) => {
    answer('my_userinfo');
    answer('payment_products');
    const sent = answer(call);
    const outcome = await run<unknown>(async () =>
      action(await post(path, { ...form, account: other }, { token: 'fs_1' })),
    );
    expect(await readRedirect(outcome)).toMatchObject({
      location: path,
      snackbar: { color: 'error', message: expect.stringContaining('You are logged in as ada@example.com now') },
    });
    expect(sent).toEqual([]);
    await run<unknown>(async () => action(await post(path, { ...form, account: uid }, { token: 'fs_1' })));
    expect(sent).toHaveLength(1);
  },
);

test('logging out ends the token and returns home', async () => {
  const ended = answer('logout');
  const args = await post('/logout', {}, { token: 'fs_1' });
  expect(await readRedirect(await logout.action(args))).toMatchObject({ location: '/', token: undefined });
  expect(ended[0]!.headers.get('authorization')).toBe('Bearer fs_1');
});

test('the next user of a browser cannot sign up as the device of the user who has logged out', async () => {
  answer('logout');
  const args = await post('/logout', {}, { token: 'fs_1', session: { device: 'd'.repeat(43) } });
  const response = await logout.action(args);
  const cookie = response.headers.get('set-cookie')!.split(';')[0]!;
  expect((await readSession(new Request(args.request.url, { headers: { cookie } }))).get('device')).toBeUndefined();
});

test('after logging out, one page tells the browser to forget the user’s files; a session that ended does not', async () => {
  answer('logout');
  const loggedOut = (await logout.action(await post('/logout', {}, { token: 'fs_1' }))).headers.get('set-cookie')!;
  const visit = async (setCookie: string) => root(await get('/', { headers: { cookie: setCookie.split(';')[0]! } }));
  const first = await visit(loggedOut);
  expect(first.data.hasLoggedOut).toBe(true);
  const cookies = new Headers(first.init?.headers).getSetCookie();
  const next = cookies.find((cookie) => cookie.startsWith('faceswap_session='))!;
  expect((await visit(next)).data.hasLoggedOut).toBe(false);

  answerError('my_userinfo', 'unauthenticated');
  const ended = await run(async () => root(await get('/', { token: 'fs_dead' })));
  expect(await readRedirect(ended)).toMatchObject({ token: undefined, hasLoggedOut: undefined });
});

test('logging out works when the token is dead already', async () => {
  answerError('logout', 'unauthenticated');
  const args = await post('/logout', {}, { token: 'fs_dead' });
  expect(await readRedirect(await logout.action(args))).toMatchObject({ location: '/', token: undefined });
});
