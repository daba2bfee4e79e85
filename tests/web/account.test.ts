import { expect, test } from 'vitest';

import { answer, exampleOf, answerError } from './support/fake-api';
import { get, run, post, readRedirect, readFormError } from './support/visit';

import * as logout from '~/routes/logout';
import * as account from '~/routes/my.account';
import * as google from '~/routes/my.account.google';
import * as codes from '~/routes/my.account.codes';
import * as passwordChange from '~/routes/password-change';

const token = 'fs_1';
const ada = exampleOf('my_userinfo');
const send = async (form: Record<string, string>, path = '/my/account') =>
  account.action(await post(path, form, { token }));

test('is for logged-in users', async () => {
  const outcome = await run(async () => account.loader(await get('/my/account')));
  expect((await readRedirect(outcome)).location).toBe('/login/google?redirect=%2Fmy%2Faccount');
});

test('the page has the plan and the newest payments', async () => {
  answer('my_userinfo');
  answer('my_sessions');
  answer('my_second_steps');
  const asked = answer('my_payment_lists');
  const { items } = exampleOf('my_payment_lists');
  expect(await account.loader(await get('/my/account', { token }))).toMatchObject({ user: ada, payments: items });
  expect(asked[0]!.input.per_page).toBe(3);
});

test('a name can be another', async () => {
  const sent = answer('my_profile', { ...ada, nickname: 'Countess' });
  const { location, snackbar } = await readRedirect(await send({ intent: 'rename', nickname: ' Countess ' }));
  expect(sent[0]!.input).toMatchObject({ nickname: ' Countess ' });
  expect([location, snackbar?.message]).toEqual(['/my/account', 'Your name is now Countess.']);
});

test('no name is said beside its field', async () => {
  expect(readFormError(await send({ intent: 'rename', nickname: '  ' }))).toMatchObject({
    status: 400,
    fields: { nickname: 'Write a name.' },
  });
});

test('logging out everywhere ends the session here, too', async () => {
  const sent = answer('my_sign_out_everywhere');
  expect(await readRedirect(await send({ intent: 'sign-out-everywhere' }))).toMatchObject({
    location: '/',
    token: undefined,
    hasLoggedOut: true,
    snackbar: { color: 'success' },
  });
  expect(sent).toHaveLength(1);
});

test('deleting asks for the password, which never comes back', async () => {
  answer('my_userinfo');
  const sent = answer('del_account');
  expect(readFormError(await send({ intent: 'delete', password: '' }))).toMatchObject({
    fields: { password: 'Enter your password.' },
  });
  expect(sent).toEqual([]);
  answerError('del_account', 'wrong_credentials', { fields: { password: 'This is not your password.' } });
  const refused = readFormError(await send({ intent: 'delete', password: 'not it' }));
  expect(refused).toEqual({ status: 422, fields: { password: 'This is not your password.' }, values: {} });
});

test('a deleted account is logged out and led home', async () => {
  answer('my_userinfo');
  const sent = answer('del_account');
  const outcome = await send({ intent: 'delete', password: 'correct horse' }, '/my/account?step=delete');
  expect(await readRedirect(outcome)).toMatchObject({
    location: '/',
    token: undefined,
    hasLoggedOut: true,
    snackbar: { color: 'success' },
  });
  expect(sent[0]!.input).toEqual({ uid: ada.uid, password: 'correct horse' });
});

test.each(['logout', 'sign-out-everywhere', 'delete'])(
  'after %s the next user gets nothing of the swap before',
  async (way) => {
    answer('my_userinfo');
    for (const call of ['logout', 'my_sign_out_everywhere', 'del_account'] as const) answer(call);
    const form = { intent: way, password: 'correct horse' };
    const args = await post('/my/account', form, { token, session: { unpaidSwap: '/face-swap-photo?material=1' } });
    const ended = await readRedirect(await (way === 'logout' ? logout : account).action(args));
    expect(ended).toMatchObject({ location: '/', token: undefined, unpaidSwap: undefined });
  },
);

test('without a password, a recent sign-in is asked for in words', async () => {
  answer('my_userinfo', { ...ada, has_password: false, has_google: true });
  answerError('del_account', 'conflict', { message: 'Sign in again.' });
  expect(readFormError(await send({ intent: 'delete' })).message).toBe('Sign in again.');
});

test('a form of another page does nothing', async () => {
  expect(readFormError(await send({ intent: 'grant-credits' })).message).toContain('Unknown form');
});

test('a confirmation mail asked for too often gives a message on the page', async () => {
  answerError('email_resend_activation', 'too_many_requests');
  const refused = readFormError(await send({ intent: 'resend-activation' }));
  expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('Wait a little') });
});

test('a form that turns codes on and arrives twice leads to new recovery codes, not to a wrong code', async () => {
  answer('my_userinfo');
  answerError('my_codes_confirm', 'wrong_credentials', { fields: { code: 'This code is wrong.' } });
  const uri = `${exampleOf('my_codes_begin').uri}&issuer=Faceswap`;
  const confirm = async () =>
    codes.action(await post('/my/account/codes', { intent: 'confirm', uri, code: '123456' }, { token }));
  answer('my_second_steps');
  expect(readFormError(await confirm())).toMatchObject({ status: 422, scan: { uri } });
  answer('my_second_steps', { codes_since: '2026-11-02T08:00:00.000Z', recovery_codes_left: 10 });
  const { location, snackbar } = await readRedirect(await confirm());
  expect([location, snackbar?.message]).toEqual(['/my/account/codes', expect.stringContaining('are on')]);
});

test('Google is disconnected and allowed by the password', async () => {
  answer('my_userinfo');
  for (const [intent, call, target] of [
    ['disconnect', 'my_google_disconnect', '/my/account'],
    ['allow', 'my_google_allow', '/my/account/google'],
  ] as const) {
    const sent = answer(call);
    const confirm = async (password: string) =>
      google.action(await post('/my/account/google', { intent, password }, { token }));
    expect(readFormError(await confirm('')).fields).toEqual({ password: 'Enter your password.' });
    expect((await readRedirect(await confirm('correct horse'))).location).toBe(target);
    expect(sent.map(({ input }) => input)).toEqual([{ password: 'correct horse' }]);
  }
});

test('an account without a password is sent a link to set one', async () => {
  answer('my_userinfo', { ...ada, has_password: false });
  const sent = answer('email_forgot_password');
  const outcome = await passwordChange.action(await post('/password-change', { intent: 'set-by-mail' }, { token }));
  expect(await readRedirect(outcome)).toMatchObject({ location: '/my/account', token });
  expect(sent[0]!.input).toEqual({ email: ada.email });
});

test('a device, or all others, are signed out from the page', async () => {
  const ended = answer('my_session_end');
  const others = answer('my_sign_out_others');
  const { session_id } = exampleOf('my_sessions').items[0]!;
  const after = async (form: Record<string, string>) => (await readRedirect(await send(form))).snackbar?.message;
  expect(await after({ intent: 'end-session', session_id })).toBe('The device is logged out.');
  expect(await after({ intent: 'sign-out-others' })).toBe('All other devices are logged out.');
  expect(ended[0]!.input).toMatchObject({ session_id });
  expect(others).toHaveLength(1);
  expect(readFormError(await send({ intent: 'end-session' })).message).toBe('Choose the device to log out.');
});
