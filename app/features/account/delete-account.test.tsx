import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';
import type { User } from '#contract/index';

import { DeleteAccount } from './delete-account';

const user = calls.my_userinfo.examples[0].output;

const subscription: NonNullable<User['subscription']> = {
  product_id: 'plus',
  name: 'Plus',
  status: 'active',
  renews_at: '2026-12-22T00:00:00Z',
  ends_at: null,
  cancel_at_period_end: false,
  can_resume: true,
  next_name: null,
};
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
