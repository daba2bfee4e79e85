import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';

import { PaymentList } from './payment-list';

const payment = calls.payment_verify.examples[0].output.payment;

test.each([
  ['open', { can_continue: true }, 'Continue the payment', `/pay?payment=${payment.payment_id}`],
  ['closed', { can_continue: false }, 'Try again', `/pricing?product=${payment.product.product_id}`],
])('a payment that was left unpaid can go on: its checkout is %s', (_state, { can_continue }, name, href) => {
  const left = { ...payment, status: 'created' as const, paid_at: null, can_continue };
  const Stub = createRemixStub([{ path: '/', Component: () => <PaymentList payments={[left]} /> }]);
  render(<Stub />);
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([[name, href]]);
});
