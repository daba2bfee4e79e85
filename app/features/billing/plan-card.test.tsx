import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';
import { subscription as example } from '#contract/examples/account';
import type { User } from '#contract/index';

import { PlanCards } from './plan-card';

const products = calls.payment_products.examples[0].output.items;
const prices = { photo: 1, gif: 2, video_second: 1 };

function show(subscription: User['subscription']) {
  const Page = () => <PlanCards products={products} prices={prices} subscription={subscription} />;
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  render(<Stub />);
}

const subscription = { ...example, product_id: products[0]!.product_id };

test('a running plan is marked as the user’s, with its renewal', () => {
  show(subscription);
  expect(screen.getByText(/^Your plan/).textContent).toMatch(/renews on .*22/);
});

test('a cancelled plan is the user’s until it ends', () => {
  show({ ...subscription, renews_at: null, ends_at: '2026-12-22T00:00:00Z', cancel_at_period_end: true });
  expect(screen.getByText(/^Your plan/).textContent).toMatch(/until .*22/);
});

test('a plan that has ended can be chosen again', () => {
  show({ ...subscription, status: 'cancelled', renews_at: null, ends_at: '2026-01-22T00:00:00Z' });
  expect(screen.queryByText(/^Your plan/)).toBeNull();
  screen.getByRole('link', { name: `Choose ${products[0]!.name}` });
});
