import { expect, test } from 'vitest';

import { answer, exampleOf, answerError } from './support/fake-api';
import { get, run, post, readRedirect, readFormError } from './support/visit';

import * as keys from '~/routes/my.api';
import * as endpoint from '~/routes/my.api.webhook';
import * as webhooks from '~/routes/my.api.webhooks';

const token = 'fs_1';
const ada = exampleOf('my_userinfo');
const { key_id } = exampleOf('my_api_keys').items[0]!;
const { endpoint_id, url } = exampleOf('my_webhooks').items[0]!;
const { delivery_id } = exampleOf('my_webhook_deliveries').items[0]!;

function formOf(entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const createdBy = (outcome: unknown) => (outcome as { data: { created?: object } }).data.created;

test.each([
  ['/my/api', keys],
  ['/my/api/webhooks', webhooks],
  ['/my/api/webhook?endpoint=x', endpoint],
])('%s is for people who are signed in, and is stored by no cache', async (path, route) => {
  const outcome = await run(async () => route.loader(await get(path)));
  expect((await readRedirect(outcome)).location).toBe(`/login/google?redirect=${encodeURIComponent(path)}`);
  expect(route.headers()).toEqual({ 'cache-control': 'private, no-store' });
});

const keyForm = (password = 'correct horse') =>
  formOf([
    ['intent', 'create'],
    ['name', 'Build server'],
    ['scopes', 'read'],
    ['scopes', 'create'],
    ['password', password],
  ]);
const sendKeys = async (form: FormData | Record<string, string>) => keys.action(await post('/my/api', form, { token }));

test('a new key is shown in the answer itself, and is in no cookie', async () => {
  answer('my_userinfo');
  const sent = answer('my_api_key_create');
  const outcome = await sendKeys(keyForm());
  const { name, secret } = exampleOf('my_api_key_create');
  expect(createdBy(outcome)).toEqual({ name, secret });
  expect((outcome as { init: unknown }).init).toBeNull();
  expect(sent[0]!.input).toMatchObject({ name: 'Build server', scopes: 'read,create', password: 'correct horse' });
});

test('a key asks for the password where there is one; it never comes back', async () => {
  answer('my_userinfo');
  const sent = answer('my_api_key_create');
  expect(readFormError(await sendKeys(keyForm('')))).toMatchObject({ fields: { password: 'Enter your password.' } });
  expect(sent).toEqual([]);
  answerError('my_api_key_create', 'wrong_credentials', { fields: { password: 'This is not your password.' } });
  const { values, fields } = readFormError(await sendKeys(keyForm()));
  expect(fields).toEqual({ password: 'This is not your password.' });
  expect(values).not.toHaveProperty('password');
  expect(values).toMatchObject({ name: 'Build server', scopes: 'read,create' });
});

test('without a password, a recent sign-in is asked for in words', async () => {
  answer('my_userinfo', { ...ada, has_password: false, has_google: true });
  answerError('my_api_key_create', 'conflict', { message: 'Sign in again.' });
  expect(readFormError(await sendKeys(keyForm(''))).message).toBe('Sign in again.');
});

test('an error about a key stands beside its field', async () => {
  const refused = readFormError(await sendKeys({ intent: 'create', name: ' ' }));
  expect(refused.fields).toMatchObject({ name: 'Name the key.', scopes: 'Choose at least one scope.' });
});

test('a key is revoked, and an unknown one is said to be unknown', async () => {
  const sent = answer('my_api_key_revoke');
  const { location, snackbar } = await readRedirect(await sendKeys({ intent: 'revoke', key_id }));
  expect([location, snackbar?.color, sent[0]!.input]).toEqual([
    '/my/api',
    'success',
    expect.objectContaining({ key_id }),
  ]);
  answerError('my_api_key_revoke', 'not_found');
  expect(readFormError(await sendKeys({ intent: 'revoke', key_id })).status).toBe(404);
  expect(readFormError(await sendKeys({ intent: 'revoke', key_id: 'x' })).message).toBe('Choose the key to revoke.');
});

const page = `/my/api/webhook?endpoint=${endpoint_id}`;
const sendWebhook = async (form: FormData | Record<string, string>, path = page) =>
  endpoint.action(await post(path, form, { token }));

test('a new endpoint shows its secret; a refused address keeps what was typed', async () => {
  const sent = answer('my_webhook_create');
  const form = () =>
    formOf([
      ['intent', 'create'],
      ['url', url],
      ['description', 'Production'],
      ['events', 'task.failed'],
    ]);
  const outcome = await sendWebhook(form(), '/my/api/webhooks');
  expect(createdBy(outcome)).toEqual({ endpoint_id, url, secret: exampleOf('my_webhook_create').secret });
  expect(sent[0]!.input).toMatchObject({ url, events: 'task.failed' });
  answerError('my_webhook_create', 'invalid_input', { fields: { url: 'This address is not public.' } });
  expect(readFormError(await sendWebhook(form()))).toMatchObject({
    fields: { url: 'This address is not public.' },
    values: { url, events: 'task.failed' },
  });
});

test('an endpoint page shows the endpoint with its log, and leads back where there is none', async () => {
  answer('my_webhooks');
  const sent = answer('my_webhook_deliveries');
  const load = async (path: string) => run(async () => endpoint.loader(await get(path, { token })));
  expect(await load(`${page}&page=2`)).toMatchObject({ endpoint: { url }, deliveries: { items: [{ delivery_id }] } });
  expect(sent[0]!.input).toEqual({ endpoint_id, page: 2 });
  await load(`${page}&page=x`);
  expect(sent[1]!.input).toEqual({ endpoint_id, page: 1 });
  expect((await readRedirect(await load('/my/api/webhook?endpoint=none'))).location).toBe('/my/api/webhooks');
});

test('a page past the end of the log leads to its last page', async () => {
  answer('my_webhooks');
  answer('my_webhook_deliveries', { items: [], page: 9, per_page: 20, total: 41 });
  const outcome = await run(async () => endpoint.loader(await get(`${page}&page=9`, { token })));
  expect((await readRedirect(outcome)).location).toBe(`${page}&page=3`);
});

test.each([
  { what: 'a new delivery', isTried: false, inSeconds: 0, isSending: true },
  { what: 'one that is sent again', isTried: true, inSeconds: 0, isSending: true },
  { what: 'a retry of the next hours', isTried: true, inSeconds: 3600, isSending: false },
])('an endpoint page waits for $what: $isSending', async ({ isTried, inSeconds, isSending }) => {
  const deliveries = exampleOf('my_webhook_deliveries');
  const [delivery] = deliveries.items;
  const attempts = isTried ? delivery!.attempts : [];
  const next_attempt_at = new Date(Date.now() + inSeconds * 1000).toISOString();
  answer('my_webhooks');
  answer('my_webhook_deliveries', {
    ...deliveries,
    items: [{ ...delivery!, status: 'pending', attempts, next_attempt_at }],
  });
  expect(await endpoint.loader(await get(page, { token }))).toMatchObject({ isSending });
});

test('an unchecked box switches an endpoint off', async () => {
  const sent = answer('my_webhook_update');
  const form = { intent: 'update', endpoint_id, url, description: '', events: 'task.failed' };
  expect((await readRedirect(await sendWebhook(form))).location).toBe(page);
  await sendWebhook({ ...form, enabled: 'true' });
  expect(sent.map(({ input }) => input.enabled)).toEqual(['false', 'true']);
});

test('a rotation shows the new secret; an unchecked box ends the old one at once', async () => {
  const sent = answer('my_webhook_rotate');
  const outcome = await sendWebhook({ intent: 'rotate', endpoint_id });
  expect(createdBy(outcome)).toMatchObject({ secret: exampleOf('my_webhook_rotate').secret });
  await sendWebhook({ intent: 'rotate', endpoint_id, keep_old: 'true' });
  expect(sent.map(({ input }) => input.keep_old)).toEqual(['false', 'true']);
});

test('pings and repeated deliveries lead back to the log, or say why not', async () => {
  const pings = answer('my_webhook_ping');
  const resent = answer('my_webhook_resend');
  expect((await readRedirect(await sendWebhook({ intent: 'ping', endpoint_id }))).location).toBe(page);
  expect((await readRedirect(await sendWebhook({ intent: 'resend', delivery_id }))).location).toBe(page);
  expect([pings.length, resent.length]).toEqual([1, 1]);
  answerError('my_webhook_ping', 'conflict', { message: 'This endpoint is switched off.' });
  expect(readFormError(await sendWebhook({ intent: 'ping', endpoint_id })).message).toBe(
    'This endpoint is switched off.',
  );
});

test('a deleted endpoint leads to the list; unknown forms do nothing', async () => {
  answer('my_webhook_delete');
  expect((await readRedirect(await sendWebhook({ intent: 'delete', endpoint_id }))).location).toBe('/my/api/webhooks');
  for (const intent of ['pay', 'toString']) {
    expect(readFormError(await sendWebhook({ intent })).message).toContain('Unknown form');
    expect(readFormError(await sendKeys({ intent })).message).toContain('Unknown form');
  }
});
