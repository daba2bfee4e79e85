import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';
import { subscription as example } from '#contract/examples/account';
import type { User } from '#contract/index';

import { PlanCards } from './plan-card';

const products = calls.payment_products.examples[0].output.items;
const prices = { photo: 1, gif: 2, video_second: 1 };

function show(subscription: User['subscription'], shown = products) {
  const Page = () => <PlanCards products={shown} prices={prices} subscription={subscription} />;
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

test('a plan that is changed with the next period can be kept, and the next one says when it begins', () => {
  const [light] = products;
  const studio = { ...light!, product_id: 'studio_month', name: 'Studio' };
  show({ ...subscription, next_product_id: studio.product_id, next_name: studio.name }, [light!, studio]);
  expect(screen.getByText(/^Your plan/).textContent).toMatch(/until .*22/);
  const keep = screen.getByRole('link', { name: `Keep ${light!.name}` });
  expect(keep.getAttribute('href')).toBe(`/pricing?product=${light!.product_id}`);
  expect(screen.getByText(/^Begins on/).textContent).toMatch(/22/);
  expect(screen.queryByRole('link', { name: 'Change to Studio' })).toBeNull();
});

test('a plan that has ended can be chosen again', () => {
  show({ ...subscription, status: 'cancelled', renews_at: null, ends_at: '2026-01-22T00:00:00Z' });
  expect(screen.queryByText(/^Your plan/)).toBeNull();
  screen.getByRole('link', { name: `Choose ${products[0]!.name}` });
});
