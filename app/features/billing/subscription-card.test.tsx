import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { User } from '#contract/index';

import { SubscriptionCard } from './subscription-card';

type Subscription = NonNullable<User['subscription']>;

const running: Subscription = {
  product_id: 'light_month',
  name: 'Light',
  status: 'active',
  renews_at: '2026-12-22T00:00:00Z',
  ends_at: null,
  cancel_at_period_end: false,
  can_resume: true,
  next_name: null,
};
const cancelled = { ...running, renews_at: null, ends_at: '2026-12-22T00:00:00Z', cancel_at_period_end: true };

function show(subscription: Subscription) {
  const Page = createRemixStub([{ path: '/', Component: () => <SubscriptionCard subscription={subscription} /> }]);
  render(<Page />);
}

test.each([true, false])('before a cancellation it says whether that can be undone (%s)', (can_resume) => {
  show({ ...running, can_resume });
  const undone = screen.queryByText(/you can keep the plan with one click/);
  const final = screen.queryByText(/cannot undo this/);
  expect([undone !== null, final !== null]).toEqual([can_resume, !can_resume]);
});

test.each([true, false])('a cancelled plan can be kept running where its provider allows that (%s)', (can_resume) => {
  show({ ...cancelled, can_resume });
  expect(screen.queryByRole('button', { name: 'Keep it running' }) !== null).toBe(can_resume);
});
