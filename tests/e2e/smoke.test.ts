import { expect, test } from 'vitest';

import { withBrowser } from '../support/browser';

const { newPage } = withBrowser();

test.each([true, false])('the tool opens, with JavaScript: %s', async (javaScriptEnabled) => {
  const page = await newPage({ javaScriptEnabled });
  const response = await page.goto('/face-swap-photo');
  expect(response?.status()).toBe(200);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
});
