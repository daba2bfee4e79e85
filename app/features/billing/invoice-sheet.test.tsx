import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { calls } from '#contract/calls';

import { InvoiceSheet } from './invoice-sheet';

const invoice = calls.payment_invoice.examples[0].output;

test('an invoice bears the same date in each zone', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(new Date('2027-01-01T02:00:00Z').getFullYear()).toBe(2026);
  const issued = { ...invoice, issued_at: '2027-01-01T02:00:00.000Z' };
  const Stub = createRemixStub([{ path: '/', Component: () => <InvoiceSheet invoice={issued} creditNote={null} /> }]);
  render(<Stub />);
  expect(screen.getByText('Date').nextElementSibling?.textContent).toBe('Jan 1, 2027');
});
