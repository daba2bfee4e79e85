import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';
import { subscription } from '#contract/examples/account';

import { DeleteAccount } from './delete-account';

const user = calls.my_userinfo.examples[0].output;

const ended = { ...subscription, renews_at: null, ends_at: '2025-12-22T00:00:00Z' };

test.each([
  ['that renews', subscription, true],
  ['cancelled to the end of its period', { ...ended, cancel_at_period_end: true }, false],
  ['that has ended', { ...ended, status: 'cancelled' as const }, false],
])('the note on a subscription %s: %#', (_what, given, isShown) => {
  const page = <DeleteAccount user={{ ...user, subscription: given }} isGoogleSetUp={false} />;
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: () => page }]);
  render(<Stub hydrationData={{ loaderData: { root: { user } } }} />);
  expect(screen.queryByText('Your subscription is cancelled first.') !== null).toBe(isShown);
});

test('the page names the account that is deleted, of several that a user may have', () => {
  const Stub = createRemixStub([{ path: '/', Component: () => <DeleteAccount user={user} isGoogleSetUp={false} /> }]);
  render(<Stub />);
  expect(screen.getByText(/^This deletes the account of ada@example\.com/).textContent).toContain(
    '1 upload, 1 creation',
  );
});
