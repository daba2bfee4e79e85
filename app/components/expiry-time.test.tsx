import { render } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { ExpiryTime } from './expiry-time';

test('the date of the server is as short as the time left that replaces it: both fit on a tile', () => {
  const day = new Date(Date.now() + 30 * 86_400_000);
  const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(day);
  const page = <ExpiryTime until={day.toISOString()} />;
  expect(renderToStaticMarkup(page).replace(/<[^>]+>/g, '')).toBe(`until ${date}`);
  expect(render(page).container.textContent).toBe('30 days left');
});
