import { expect, test } from 'vitest';

import { answer, answerError, exampleOf } from './support/fake-api';
import { get, post, readFormError, readRedirect, run } from './support/visit';

import * as activate from '~/routes/activate';
import * as signup from '~/routes/signup';

const token = 'fs_1';
const path = '/activate?code=abc';
const device = 'd'.repeat(43);
const email = 'ada@example.com';

test('opening the link confirms nothing and says whether this browser signed up', async () => {
  const asked = answer('email_activation_state', { email, is_sign_up_device: true });
  const confirmed = answer('email_activate');
  const begun = answer('email_activate_session');
  expect(await activate.loader(await get(path, { session: { device } }))).toEqual({
    step: 'confirm',
    email,
    isSignUpDevice: true,
  });
  expect(asked[0]!.input).toEqual({ code: 'abc', device });
  expect([...confirmed, ...begun]).toEqual([]);
});

test('in the browser that signed up, confirming logs in and leads back', async () => {
  const sent = answer('email_activate_session');
  const session = { device, returnTo: '/face-swap-video' };
  const outcome = await readRedirect(await activate.action(await post(path, {}, { session })));
  expect(sent[0]!.input).toEqual({ code: 'abc', device });
  expect(outcome).toMatchObject({ location: '/face-swap-video', token: exampleOf('email_activate_session').token });
  expect(outcome.snackbar).toEqual({ color: 'success', message: `${email} is confirmed, and you are logged in.` });
});

test('confirming does not redirect to a page of another site that the sign-up link named', async () => {
  const address = '/signup?redirect=https%3A%2F%2Fevil.example%2Flogin';
  const { honeypot } = await signup.loader(await get(address));
  answer('email_register');
  const form = { email, password: 'correct horse', name__confirm: '', from__confirm: honeypot.encryptedValidFrom };
  const signedUp = (await signup.action(await post(address, form))) as Response;
  const cookie = signedUp.headers.get('set-cookie')!.split(';')[0]!;
  answer('email_activate_session');
  const outcome = await activate.action(await post(path, {}, { headers: { cookie } }));
  expect((await readRedirect(outcome)).location).toBe('/face-swap-photo');
});

test('in another browser, confirming leads to the login page with the address', async () => {
  const sent = answer('email_activate');
  const outcome = await readRedirect(await activate.action(await post(path, {})));
  expect(sent[0]!.input).toEqual({ code: 'abc' });
  expect(outcome).toMatchObject({ location: '/login', token: undefined, address: email });
  expect(outcome.snackbar).toEqual({ color: 'success', message: `${email} is confirmed.` });
});

test('a browser that signed up with another address does not log in', async () => {
  answerError('email_activate_session', 'conflict');
  answer('email_activate');
  const outcome = await readRedirect(await activate.action(await post(path, {}, { session: { device } })));
  expect(outcome).toMatchObject({ location: '/login', token: undefined });
});

test('a user who is logged in stays so, and returns to the page that asked for the confirmation', async () => {
  answer('email_activate');
  const session = { device, returnTo: '/face-swap-photo?material=1' };
  const outcome = await activate.action(await post(path, {}, { token, session }));
  expect(await readRedirect(outcome)).toMatchObject({ location: '/face-swap-photo?material=1', token });
});

test.each(['expired', 'not_found'] as const)('a code that is %s gives a message instead of a button', async (error) => {
  answerError('email_activation_state', error, { message: 'This link was already used.' });
  const expected = { step: 'end', message: 'This link was already used.' };
  expect(await activate.loader(await get(path))).toEqual(expected);
  answerError('email_activate', error, { message: 'This link was already used.' });
  expect(readFormError(await activate.action(await post(path, {}))).message).toBe('This link was already used.');
});

test('a link without its code gives a message, and nothing is sent', async () => {
  expect(await activate.loader(await get('/activate'))).toMatchObject({ step: 'end' });
  expect(readFormError(await activate.action(await post('/activate', {}))).message).toContain('incomplete');
});

test('the mail can be had again, which needs a sign-in', async () => {
  const sent = answer('email_resend_activation');
  const form = { intent: 'resend-activation' };
  const outcome = await activate.action(await post('/activate?code=abc', form, { token }));
  expect((await readRedirect(outcome)).snackbar?.message).toContain('on its way');
  expect(sent).toHaveLength(1);
  const stranger = await run(async () => activate.action(await post('/activate?code=abc', form)));
  expect((await readRedirect(stranger)).location).toBe('/login/google?redirect=%2Factivate');
});

test('a mail asked for too often gives a message on the page', async () => {
  answerError('email_resend_activation', 'too_many_requests');
  const outcome = await activate.action(await post(path, { intent: 'resend-activation' }, { token }));
  expect(readFormError(outcome)).toMatchObject({ status: 429, message: expect.stringContaining('Wait a little') });
});
