import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { subscription } from '#contract/examples/account';

import { SubscriptionCard } from './subscription-card';

const cancelled = { ...subscription, renews_at: null, ends_at: '2026-12-22T00:00:00Z', cancel_at_period_end: true };

function show(shown: typeof subscription) {
  const Page = createRemixStub([{ path: '/', Component: () => <SubscriptionCard subscription={shown} /> }]);
  render(<Page />);
}

test.each([true, false])('before a cancellation it says whether that can be undone (%s)', (can_resume) => {
  show({ ...subscription, can_resume });
  const undone = screen.queryByText(/you can keep the plan with one click/);
  const final = screen.queryByText(/cannot undo this/);
  expect([undone !== null, final !== null]).toEqual([can_resume, !can_resume]);
});

test.each([true, false])('a cancelled plan can be kept running where its provider allows that (%s)', (can_resume) => {
  show({ ...cancelled, can_resume });
  expect(screen.queryByRole('button', { name: 'Keep it running' }) !== null).toBe(can_resume);
});
