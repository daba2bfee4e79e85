import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';
import { subscription } from '#contract/examples/account';

import { ChangePlan } from './change-plan';

const light = calls.payment_products.examples[0].output.items[0]!;
const later = { ...calls.subscription_quote.examples[0].output, begins: 'next_period', due: null } as const;

function show(product: typeof light, next_name: string | null = null) {
  const running = { ...subscription, next_product_id: next_name && 'next', next_name };
  const quote = { offer: later, refusal: null };
  const Page = () => <ChangePlan product={product} subscription={running} quote={quote} />;
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  render(<Stub />);
}

test('the same plan for another period is named with its period', () => {
  show({ ...light, product_id: 'light_year', period: 'year' });
  screen.getByRole('heading', { name: 'Change to Light, by the year?' });
  screen.getByRole('link', { name: 'Keep my plan' });
});

test('a plan is kept instead of the one that would follow it', () => {
  show(light, 'Studio');
  screen.getByRole('heading', { name: 'Keep Light?' });
  expect(screen.getByText(/^Studio does not begin/).textContent).toContain('Nothing is charged today');
  screen.getByRole('button', { name: 'Keep Light' });
});
