import { expect, test } from 'vitest';

import { answer, exampleOf, refuse } from './support/fake-api';
import { get, outcomeOf, post, redirectOf, refusalOf } from './support/visit';

import * as login from '~/routes/login';
import * as signup from '~/routes/signup';

const ada = { email: 'ada@example.com', password: 'correct horse' };

test('the right password gives a session and leads back to the page', async () => {
  answer('email_login');
  const args = await post('/login/google?redirect=%2Fmy%2Fcreations', ada);
  expect(await redirectOf(await login.action(args))).toMatchObject({
    location: '/my/creations',
    token: exampleOf('email_login').token,
  });
});

test('a page of another site is never led back to', async () => {
  answer('email_login');
  const args = await post('/login/google?redirect=%2F%2Fevil.example', ada);
  expect((await redirectOf(await login.action(args))).location).toBe('/');
});

test('a wrong password is said once, the address is kept, the password is not', async () => {
  refuse('email_login', 'wrong_credentials');
  expect(refusalOf(await login.action(await post('/login', ada)))).toEqual({
    status: 422,
    message: 'The e-mail address or the password is wrong.',
    fields: {},
    values: { email: ada.email },
  });
});

test('fields are checked by the contract’s rules before anything is sent', async () => {
  const { status, fields, values } = refusalOf(
    await login.action(await post('/login', { email: 'ada', password: '' })),
  );
  expect(status).toBe(400);
  expect(fields).toEqual({
    email: 'Enter an e-mail address like name@example.com.',
    password: 'Enter your password.',
  });
  expect(values).toEqual({ email: 'ada' });
});

test('what the server finds wrong with a field stands beside that field', async () => {
  refuse('email_register', 'invalid_input', { fields: { password: 'This password is too common.' } });
  const refused = refusalOf(await signup.action(await post('/signup', ada)));
  expect(refused.fields).toEqual({ password: 'This password is too common.' });
  expect(refused.message).toBeUndefined();
});

test('too many attempts are said on the page, with the address kept', async () => {
  refuse('email_login', 'too_many_requests');
  const refused = refusalOf(await login.action(await post('/login', ada)));
  expect(refused).toMatchObject({ status: 429, values: { email: ada.email } });
  expect(refused.message).toContain('Wait a little');
});

test('signing up says where the way to confirm the address is', async () => {
  answer('email_register');
  const session = exampleOf('email_login');
  answer('email_login', { ...session, user: { ...session.user, email_verified: false } });
  const { snackbar } = await redirectOf(await signup.action(await post('/signup', ada)));
  expect(snackbar?.message).toContain('We wrote to ada@example.com');
});

test('signing up signs in at once', async () => {
  const registered = answer('email_register');
  answer('email_login');
  const args = await post('/signup?redirect=%2Fface-swap-photo', ada);
  expect(await redirectOf(await signup.action(args))).toMatchObject({
    location: '/face-swap-photo',
    token: exampleOf('email_login').token,
  });
  expect(registered[0]!.headers.get('idempotency-key')).toBeTruthy();
});

test('an address that is taken is told nothing but to look into the mail', async () => {
  answer('email_register');
  refuse('email_login', 'wrong_credentials');
  const { location, token, snackbar } = await redirectOf(await signup.action(await post('/signup', ada)));
  expect(location).toBe('/login');
  expect(token).toBeUndefined();
  expect(snackbar?.message).toContain('We wrote to ada@example.com');
});

test('somebody who is logged in is led on', async () => {
  const args = await get('/login/google?redirect=%2Fmy', { token: 'fs_1' });
  expect((await redirectOf(await outcomeOf(() => login.loader(args)))).location).toBe('/my');
});
