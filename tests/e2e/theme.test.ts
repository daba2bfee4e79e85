import { expect, test } from 'vitest';

import { ways } from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';

const { newPage } = withBrowser();

const dark = 'rgb(14, 11, 10)';
const light = 'rgb(250, 246, 242)';

test.each(ways)('pages are dark until the visitor chooses another theme, which stays, $how', async (way) => {
  const page = await newPage({ javaScriptEnabled: way.javaScriptEnabled, colorScheme: 'light' });
  const background = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const choose = (theme: string) => page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: theme });
  await page.goto('/terms');
  expect(await background()).toBe(dark);
  for (const [theme, expected] of [
    ['Light', light],
    ['Dark', dark],
    ['System', light],
  ] as const) {
    const kept = page.waitForResponse((reply) => reply.url().includes('/resources/theme'));
    await choose(theme).click();
    await kept;
    await page.locator(`html[data-theme="${theme.toLowerCase()}"]`).waitFor();
    await expect.poll(background).toBe(expected);
    await page.getByRole('group', { name: 'Theme' }).locator('[aria-pressed="true"]', { hasText: theme }).waitFor();
  }
  // In the served page: no colour flashes.
  const reply = await page.goto('/pricing');
  expect(await reply!.text()).toContain('data-theme="system"');
  expect(await background()).toBe(light);
});
