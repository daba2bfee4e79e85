import { expect, test } from 'vitest';

import { answer, exampleOf, answerError } from './support/fake-api';
import { get, run, post, readRedirect, readFormError } from './support/visit';

import * as passwordChange from '~/routes/password-change';
import * as passwordReset from '~/routes/password-reset';

const token = 'fs_1';
const twice = (new_password: string) => ({ new_password, new_password_confirmation: new_password });
const change = { old_password: 'correct horse', ...twice('battery staple') };

test('asking for a reset leads to the same page for every address', async () => {
  const sent = answer('email_forgot_password');
  const outcome = await passwordReset.action(await post('/password-reset', { email: 'ada@example.com' }));
  expect((await readRedirect(outcome)).location).toBe('/password-reset?sent=1');
  expect(sent[0]!.input).toEqual({ email: 'ada@example.com' });
  expect(await passwordReset.loader(await get('/password-reset?sent=1'))).toEqual({ step: 'sent' });
});

test('who forgot a password on the way to a page is led there after the new one', async () => {
  answer('email_forgot_password');
  answer('email_reset_password');
  const asked = await passwordReset.action(
    await post('/password-reset?redirect=%2Fface-swap', { email: 'ada@example.com' }),
  );
  expect((await readRedirect(asked)).location).toBe('/password-reset?sent=1&redirect=%2Fface-swap');
  const headers = { cookie: (asked as Response).headers.get('set-cookie')!.split(';')[0]! };
  const set = await passwordReset.action(await post('/password-reset?code=abc', twice('battery staple'), { headers }));
  expect((await readRedirect(set)).location).toBe('/login/google?redirect=%2Fface-swap');
});

test('who forgot a password on the way to a page with a long address gets the mail, too', async () => {
  const sent = answer('email_forgot_password');
  const path = `/password-reset?redirect=${encodeURIComponent(`/face-swap?photos=${'ü'.repeat(2000)}`)}`;
  const asked = await passwordReset.action(await post(path, { email: 'ada@example.com' }));
  expect((await readRedirect(asked)).location).toContain('/password-reset?sent=1');
  expect(sent).toHaveLength(1);
});

test('an address that is none is said beside its field', async () => {
  const refused = readFormError(await passwordReset.action(await post('/password-reset', { email: 'ada' })));
  expect(refused).toMatchObject({ status: 400, values: { email: 'ada' }, fields: { email: expect.any(String) } });
});

test('a code that works leads to the new password, another one back to asking', async () => {
  answer('email_forgot_verify');
  expect(await passwordReset.loader(await get('/password-reset?code=abc'))).toEqual({
    step: 'set',
    ...exampleOf('email_forgot_verify'),
  });
  answerError('email_forgot_verify', 'expired', { message: 'This link is too old.' });
  expect(await passwordReset.loader(await get('/password-reset?code=abc'))).toEqual({
    step: 'ask',
    message: 'This link is too old.',
  });
});

test('a new password is set by code, and the session here ends, also that of another user', async () => {
  const sent = answer('email_reset_password');
  const ended = answer('logout');
  const args = await post('/password-reset?code=abc', twice('battery staple'), { token });
  expect(await readRedirect(await passwordReset.action(args))).toMatchObject({ location: '/login', token: undefined });
  expect(sent[0]!.input).toMatchObject({ code: 'abc', ...twice('battery staple') });
  expect(ended.map(({ headers }) => headers.get('authorization'))).toEqual([`Bearer ${token}`]);
});

test('a new password of the user who is logged in here is confirmed, though the reset has ended the session', async () => {
  answer('email_reset_password');
  answerError('logout', 'unauthenticated');
  const args = await post('/password-reset?code=abc', twice('battery staple'), { token });
  const { snackbar } = await readRedirect(await passwordReset.action(args));
  expect(snackbar).toMatchObject({ color: 'success', message: 'Your new password is set. Log in with it.' });
});

test('two passwords that differ are said beside the second, and neither comes back', async () => {
  const form = { new_password: 'battery staple', new_password_confirmation: 'battery stable' };
  const refused = readFormError(await passwordReset.action(await post('/password-reset?code=abc', form)));
  expect(refused).toMatchObject({ fields: { new_password_confirmation: 'The two passwords differ.' }, values: {} });
});

test('changing a password needs a sign-in, before and after the form', async () => {
  const login = '/login/google?redirect=%2Fpassword-change';
  const asked = await run(async () => passwordChange.loader(await get('/password-change')));
  expect((await readRedirect(asked)).location).toBe(login);
  const sent = await run(async () => passwordChange.action(await post('/password-change', change)));
  expect((await readRedirect(sent)).location).toBe(login);
});

test('a changed password keeps the visitor logged in, with the new token', async () => {
  answer('email_change_password');
  const outcome = await passwordChange.action(await post('/password-change', change, { token }));
  expect(await readRedirect(outcome)).toMatchObject({
    location: '/my',
    token: exampleOf('email_change_password').token,
  });
});

test('a wrong old password is said beside its field, and no password comes back', async () => {
  answerError('email_change_password', 'wrong_credentials', { fields: { old_password: 'This is not your password.' } });
  const refused = readFormError(await passwordChange.action(await post('/password-change', change, { token })));
  expect(refused).toEqual({ status: 422, fields: { old_password: 'This is not your password.' }, values: {} });
});
