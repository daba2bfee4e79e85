import { expect, test } from 'vitest';

import { answer, answerError, exampleOf } from './support/fake-api';
import { get, post, readFormError, readRedirect, run } from './support/visit';

import * as email from '~/routes/my.account.email';

const token = 'fs_1';
const page = '/my/account/email';
const link = `${page}?code=abc`;
const ada = exampleOf('my_userinfo');
const ask = { intent: 'ask', email: ' ada@example.org ', password: 'correct horse' };
const send = async (path: string, form: Record<string, string>) => email.action(await post(path, form, { token }));

test('the link of the mail leads a logged-out user through the login', async () => {
  const outcome = await readRedirect(await run(async () => email.loader(await get(link))));
  expect(outcome.location).toBe('/login/google?redirect=%2Fmy%2Faccount%2Femail%3Fcode%3Dabc');
});

test('opening the link changes nothing and names the new address', async () => {
  answer('my_userinfo');
  const asked = answer('my_email_change_state', { email: 'ada@example.org' });
  const confirmed = answer('my_email_change_confirm');
  const { change } = await email.loader(await get(link, { token }));
  expect(change).toEqual({ step: 'confirm', newEmail: 'ada@example.org' });
  expect(asked[0]!.input).toEqual({ code: 'abc' });
  expect(confirmed).toEqual([]);
});

test('a link that cannot be used says why, above the form for another', async () => {
  answer('my_userinfo');
  answerError('my_email_change_state', 'expired', { message: 'This link has expired. Request a new one.' });
  const { change } = await email.loader(await get(link, { token }));
  expect(change).toEqual({ step: 'ask', message: 'This link has expired. Request a new one.' });
});

test('asking needs the address and the password, and names both at once', async () => {
  answer('my_userinfo');
  const sent = answer('my_email_change');
  expect(readFormError(await send(page, { intent: 'ask', email: 'no address', password: '' }))).toEqual({
    status: 400,
    fields: { email: 'Enter an e-mail address like name@example.com.', password: 'Enter your password.' },
    values: { intent: 'ask', email: 'no address' },
  });
  expect(sent).toEqual([]);
});

test('asking sends the link, and says where to', async () => {
  answer('my_userinfo');
  const sent = answer('my_email_change');
  const { location, snackbar } = await readRedirect(await send(page, ask));
  expect(sent[0]!.input).toEqual({ email: ' ada@example.org ', password: 'correct horse' });
  expect(location).toBe('/my/account');
  expect(snackbar?.message).toMatch(/^We sent a link to ada@example.org\./);
});

test('a user without a password confirms by a recent sign-in', async () => {
  answer('my_userinfo', { ...ada, has_password: false, has_google: true });
  const sent = answer('my_email_change');
  await readRedirect(await send(page, { intent: 'ask', email: ' ada@example.org ' }));
  expect(sent[0]!.input).toEqual({ email: ' ada@example.org ' });
});

test('the button of the link changes the address', async () => {
  const sent = answer('my_email_change_confirm', { email: 'ada@example.org' });
  const { location, snackbar } = await readRedirect(await send(link, { intent: 'confirm' }));
  expect(sent[0]!.input).toEqual({ code: 'abc' });
  expect([location, snackbar?.message]).toEqual(['/my/account', 'Your e-mail address is now ada@example.org.']);
});

test('an address that belongs to another account by now is refused in words', async () => {
  answerError('my_email_change_confirm', 'conflict', { message: 'This address belongs to another account by now.' });
  expect(readFormError(await send(link, { intent: 'confirm' }))).toMatchObject({
    status: 409,
    message: 'This address belongs to another account by now.',
  });
});
