import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { UnclearOutcome } from './unclear-outcome';

const loginUrl = '/login/google?redirect=%2Fpayment-success';

test.each([
  [{ state: 'signed-out', loginUrl } as const, 'Log in to see this payment', { 'Log in': loginUrl }],
  [{ state: 'unknown' } as const, 'Payment not found', { 'My credits': '/my/credits', 'See plans': '/pricing' }],
  [{ state: 'none' } as const, 'Payment not found', { 'My credits': '/my/credits', 'See plans': '/pricing' }],
])('an outcome that nobody may see says why and where to go: $state', (outcome, title, links) => {
  const Stub = createRemixStub([{ path: '/', Component: () => <UnclearOutcome outcome={outcome} /> }]);
  render(<Stub />);
  screen.getByRole('heading', { name: title });
  const shown = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(Object.fromEntries(shown)).toEqual(links);
});
