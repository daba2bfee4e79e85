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

test('a refused request of a refund stays open, with its words and its fault', () => {
  const payments = ['one', 'two'].map((payment_id) => ({ ...payment, payment_id, status: 'paid' as const }));
  const values = { intent: 'refund', payment_id: 'two', reason: 'Bought twice' };
  const refused = { fields: { reason: 'This is too long.' }, values };
  const Page = () => <PaymentList payments={payments} refused={refused} />;
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  render(<Stub />);
  const fields = screen.getAllByLabelText<HTMLInputElement>('Why would you like a refund?');
  expect(fields.map(({ value }) => value)).toEqual(['', 'Bought twice']);
  expect(fields.map((field) => field.closest('details')!.open)).toEqual([false, true]);
  expect(fields[1]!.getAttribute('aria-invalid')).toBe('true');
});
