import { expect, test, vi } from 'vitest';

import { answer, exampleOf, answerError } from './support/fake-api';
import { get, run, post, readRedirect, readFormError } from './support/visit';

import * as login from '~/routes/login';
import * as loginCode from '~/routes/login.code';
import * as signup from '~/routes/signup';
import { log } from '~/server/log.server';

const ada = { email: 'ada@example.com', password: 'correct horse' };

async function drawnForm() {
  const { honeypot } = await signup.loader(await get('/signup'));
  return { ...ada, name__confirm: '', from__confirm: honeypot.encryptedValidFrom };
}

test('the right password gives a session and leads back to the page', async () => {
  answer('email_login');
  const args = await post('/login/google?redirect=%2Fmy%2Fcreations', ada);
  expect(await readRedirect(await login.action(args))).toMatchObject({
    location: '/my/creations',
    token: exampleOf('email_login').token,
  });
});

test('logging in on a page that is older than a login in another tab ends the session of that login', async () => {
  answer('email_login');
  const ended = answer('logout');
  const { token } = exampleOf('email_login');
  const send = async () => readRedirect(await login.action(await post('/login', ada, { token: 'fs_before' })));
  expect(await send()).toMatchObject({ location: '/my', token });
  expect(ended[0]!.headers.get('authorization')).toBe('Bearer fs_before');
  const warn = vi.spyOn(log, 'warn');
  answerError('logout', 'unauthenticated');
  const { snackbar, ...session } = await send();
  expect([session, snackbar]).toEqual([expect.objectContaining({ location: '/my', token }), undefined]);
  expect(warn).not.toHaveBeenCalled();
});

test('a page of another site is never led back to', async () => {
  answer('email_login');
  const args = await post('/login/google?redirect=%2F%2Fevil.example', ada);
  expect((await readRedirect(await login.action(args))).location).toBe('/my');
});

test('without a page to return to, logging in leads to the personal area', async () => {
  answer('email_login');
  expect((await readRedirect(await login.action(await post('/login', ada)))).location).toBe('/my');
});

test('a wrong password is said once, the address is kept, the password is not', async () => {
  answerError('email_login', 'wrong_credentials');
  expect(readFormError(await login.action(await post('/login', ada)))).toEqual({
    status: 422,
    message: 'The e-mail address or the password is wrong.',
    fields: {},
    values: { email: ada.email },
  });
});

test('fields are checked by the contract’s rules before anything is sent', async () => {
  const { status, fields, values } = readFormError(
    await login.action(await post('/login', { email: 'ada', password: '' })),
  );
  expect(status).toBe(400);
  expect(fields).toEqual({
    email: 'Enter an e-mail address like name@example.com.',
    password: 'Enter your password.',
  });
  expect(values).toEqual({ email: 'ada' });
});

test('an error of the API about a field stands beside that field', async () => {
  answerError('email_register', 'invalid_input', { fields: { password: 'This password is too common.' } });
  const refused = readFormError(await signup.action(await post('/signup', await drawnForm())));
  expect(refused.fields).toEqual({ password: 'This password is too common.' });
  expect(refused.message).toBeUndefined();
});

test('too many attempts are said on the page, with the address kept', async () => {
  answerError('email_login', 'too_many_requests');
  const refused = readFormError(await login.action(await post('/login', ada)));
  expect(refused).toMatchObject({ status: 429, values: { email: ada.email } });
  expect(refused.message).toContain('Wait a little');
});

test('a code that confirms the identity ends the token before it; a failure of that is logged', async () => {
  const visit = { token: 'fs_before', session: { challenge: 'example-challenge' } };
  const warn = vi.spyOn(log, 'warn');
  answer('login_code');
  const { token } = exampleOf('login_code');
  const ended = answer('logout');
  const send = async () => readRedirect(await loginCode.action(await post('/login/code', { code: '123456' }, visit)));
  const snackbar = { color: 'success', message: expect.stringContaining('Go on within 10 minutes') };
  expect(await send()).toMatchObject({ location: '/my', token, snackbar });
  expect(ended[0]!.headers.get('authorization')).toBe('Bearer fs_before');
  expect(warn).not.toHaveBeenCalled();
  answerError('logout', 'conflict');
  expect(await send()).toMatchObject({ location: '/my', token });
  expect(warn).toHaveBeenCalledWith({ err: expect.anything() }, 'token_revocation_failed');
});

test('signing up starts no session, and leads to the same page for every address', async () => {
  const registered = answer('email_register');
  const path = '/signup?redirect=%2Fface-swap-photo';
  const { location, token, address } = await readRedirect(await signup.action(await post(path, await drawnForm())));
  expect(location).toBe('/signup?sent=1&redirect=%2Fface-swap-photo');
  expect([token, address]).toEqual([undefined, ada.email]);
  expect(registered[0]!.headers.get('idempotency-key')).toBeTruthy();
  expect(registered[0]!.input).toEqual({ ...ada, device: expect.stringMatching(/^[\w-]{43}$/) });
});

test('signing up on the way to a page with a long address works, too', async () => {
  answer('email_register');
  const redirect = encodeURIComponent(`/face-swap?photos=${'ü'.repeat(2000)}`);
  const signedUp = await signup.action(await post(`/signup?redirect=${redirect}`, await drawnForm()));
  expect(await readRedirect(signedUp)).toMatchObject({ address: ada.email });
});

test('where the visitor came from goes along, if that is known', async () => {
  const registered = answer('email_register');
  const cookie = `attribution=${encodeURIComponent('{"utm_source":"news","click_id":"7"}')}`;
  await signup.action(await post('/signup', await drawnForm(), { headers: { cookie } }));
  expect(JSON.parse(registered[0]!.input.utm_all!)).toEqual({
    utm_source: 'news',
    utm_medium: '',
    utm_campaign: '',
    utm_content: '',
    click_id: '7',
  });
});

test.each([
  ['that was never drawn', async () => ada],
  ['with something in what nobody sees', async () => ({ ...(await drawnForm()), name__confirm: 'Robot' })],
  ['of another site', async () => ({ ...(await drawnForm()), from__confirm: 'made up' })],
  [
    'with a stamp that decrypts to no text',
    async () => ({ ...(await drawnForm()), from__confirm: 'x'.repeat(10_000) }),
  ],
])('a form %s is not sent', async (_what, form) => {
  const registered = answer('email_register');
  const refused = readFormError(await signup.action(await post('/signup', await form())));
  expect(refused.message).toContain('automated submission');
  expect(refused.values).toEqual({ email: ada.email });
  expect(registered).toEqual([]);
});

test('where Google is not set up, the page knows', async () => {
  expect(await login.loader(await get('/login'))).toEqual({ isGoogleSetUp: false, address: null });
  const started = await run(async () => login.loader(await get('/login/google?start=1&redirect=%2Fmy')));
  expect(await readRedirect(started)).toMatchObject({
    location: '/login/google?redirect=%2Fmy',
    snackbar: {
      color: 'error',
      message: 'Signing in with Google is not available on this site. Log in with your e-mail address.',
    },
  });
});

test('a logged-in user is led on', async () => {
  const args = await get('/login/google?redirect=%2Fmy', { token: 'fs_1' });
  expect((await readRedirect(await run(() => login.loader(args)))).location).toBe('/my');
});
