import { render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { ExpiryTime } from './expiry-time';
import { Time } from './time';

test('the date of the server is as short as the time left that replaces it: both fit on a tile', () => {
  const day = new Date(Date.now() + 30 * 86_400_000);
  const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(day);
  const page = <ExpiryTime until={day.toISOString()} />;
  expect(renderToStaticMarkup(page).replace(/<[^>]+>/g, '')).toBe(`until ${date}`);
  expect(render(page).container.textContent).toBe('30 days left');
});

test('a date in the writing of the visitor does not reorder the words and numbers after it', () => {
  render(<Time value="2026-11-29T14:41:00.000Z" isShort />);
  expect(screen.getByRole('time').dir).toBe('auto');
});
