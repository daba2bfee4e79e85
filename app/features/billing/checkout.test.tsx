import { createRemixStub } from '@remix-run/testing';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';
import { subscription } from '#contract/examples/account';
import type { User } from '#contract/index';

import { Checkout } from './checkout';

const light = calls.payment_products.examples[0].output.items[0]!;
const { items: methods } = calls.payment_methods.examples[0].output;
const cancelled = { ...subscription, name: 'Regular', renews_at: null, cancel_at_period_end: true };
const running = { ...cancelled, ends_at: '2026-12-22T00:00:00Z' };

function show(plan: User['subscription'], product = light) {
  const given = { product, methods, subscription: plan, isFirst: false, isTest: false, isUnconfirmed: false };
  const Stub = createRemixStub([{ path: '/', Component: () => <Checkout {...given} requestKey="key" /> }]);
  return render(<Stub />);
}

test('who has a cancelled plan that still runs reads that the new one begins beside it, and can keep the old one', () => {
  show(running);
  expect(screen.getByText(/^Your Regular runs until/).textContent).toMatch(/22.*Light begins today beside it/);
  expect(screen.getByRole('link', { name: 'Keep Regular instead' }).getAttribute('href')).toBe('/my/credits');
});

test.each([
  ['of a pack', running, { ...light, type: 'once' as const, period: null }],
  ['after a plan that has ended', { ...running, status: 'cancelled' as const }, light],
  ['of a first plan', null, light],
])('the checkout %s mentions no other plan', (_which, plan, product) => {
  show(plan, product);
  expect(screen.queryByText(/runs until/)).toBeNull();
});

test('what went wrong stands at the button, which is below the methods on a phone', () => {
  const given = { product: light, methods, subscription: null, isFirst: true, isTest: false, isUnconfirmed: false };
  const refused = { message: 'The payment provider does not answer.', fields: {}, values: { method: 'paypal' } };
  const Page = () => <Checkout {...given} requestKey="key" refused={refused} />;
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  render(<Stub />);
  const around = screen.getByRole('button', { name: /^Pay/ }).parentElement!;
  expect(within(around).getByRole('alert').textContent).toBe(refused.message);
});

test('a cancellation that cannot be undone offers no way to keep the plan', () => {
  show({ ...running, can_resume: false });
  screen.getByText(/^Your Regular runs until/);
  expect(screen.queryByRole('link', { name: 'Keep Regular instead' })).toBeNull();
});
