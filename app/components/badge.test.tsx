import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { StatusBadge } from './badge';

test.each([
  ['free', 'Free', 'badge--green'],
  ['premium', 'Premium', 'badge--orange'],
  ['expired', 'Expired', 'badge--red'],
])('%s is shown as %s', (status, label, color) => {
  render(<StatusBadge status={status} />);
  expect(screen.getByText(label).classList).toContain(color);
});

test('only Premium wears a crown', () => {
  const crowns = ['free', 'premium', 'expired', 'other'].map((status) => {
    const { container } = render(<StatusBadge status={status} />);
    return container.querySelectorAll('svg').length;
  });
  expect(crowns).toEqual([0, 1, 0, 0]);
});

test.each(['partner', 'constructor'])('an unknown status (%s) is grey, in its own words', (status) => {
  render(<StatusBadge status={status} />);
  expect(screen.getByText(status).className.trim()).toBe('badge');
});
