import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';

import MyGoogle from '~/routes/my.account.google';

const user = calls.my_userinfo.examples[0].output;
const connected = { ...user, has_google: true, google_email: 'Ada@example.com', google_since: user.password_set_at };
const refusing = { ...user, google_refused_at: user.password_set_at };

function show(data: object): string {
  const loaded = { hasOtherWayIn: true, isGoogleSetUp: true, ...data };
  const Stub = createRemixStub([{ id: 'page', path: '/', Component: MyGoogle, loader: () => loaded }]);
  render(<Stub hydrationData={{ loaderData: { page: loaded } }} />);
  return document.body.textContent;
}

test('what disconnecting ends is said first, and that the mailbox of the account still sets a password', () => {
  expect(show({ user: connected })).toMatch(/Ada@example\.com no longer logs you in, and all other devices/);
  expect(screen.getByRole('button', { name: 'Disconnect Google' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'use another address' })).toBeTruthy();
});

test('an account that Google alone logs in is led to a password', () => {
  show({ user: { ...connected, has_password: false }, hasOtherWayIn: false });
  expect(screen.getByRole('link', { name: 'Set a password' }).getAttribute('href')).toBe('/password-change');
  expect(screen.queryByRole('button')).toBeNull();
});

test('without Google and password, a new login confirms who it is', () => {
  expect(show({ user: { ...refusing, has_password: false } })).toContain('Log out and in again first');
  expect(screen.getByRole('button', { name: 'Allow Google again' })).toBeTruthy();
});

test('Google is connected by signing in with it', () => {
  expect(show({ user })).toContain('Choose the Google account of ada@example.com');
  const href = screen.getByRole('link', { name: 'Continue with Google' }).getAttribute('href');
  expect(href).toBe('/login/google?start=1&again=1&redirect=%2Fmy%2Faccount');
});

test('without Google on the site, the page says so and leads back', () => {
  expect(show({ user, isGoogleSetUp: false })).toContain('not available on this site');
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/my/account');
});
