import { afterAll, beforeAll, expect, test } from 'vitest';

import { ways } from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';
import { exampleApi, listen, startWebProcess } from '#tests/support/web-server';

const { newPage } = withBrowser();

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site?.stop());

/** This machine serves and records the tag. */
async function openSite() {
  const loaded: string[] = [];
  const tag = await listen((request, response) => {
    loaded.push(request.url!);
    response.setHeader('content-type', 'text/javascript').end('');
  });
  const api = await exampleApi();
  const measured = { ANALYTICS_TAG_ID: 'G-TEST', ANALYTICS_TAG_URL: `${tag.url}/tag.js` };
  const web = await startWebProcess({ API_URL: api.url, ...measured });
  const stop = async () => {
    await web.stop();
    api.stop();
    tag.stop();
  };
  return { web, loaded, tagUrl: tag.url, stop };
}

test.each(ways)('measuring is asked about where it is set up, and begins with a yes, $how', async (way) => {
  const { web, loaded, tagUrl } = site;
  loaded.length = 0;
  const page = await newPage({
    baseURL: web.url,
    javaScriptEnabled: way.javaScriptEnabled,
    expectedFaults: [/\.js csp$/],
  });
  const bar = page.getByRole('complementary', { name: 'Cookies' });
  const reply = await page.goto('/terms');
  expect(reply!.headers()['content-security-policy']).toContain(tagUrl);
  // The bar closes before the server stores the choice.
  const kept = page.waitForResponse((response) => response.url().includes('/resources/consent'));
  await bar.getByRole('button', { name: 'Decline' }).click();
  await bar.waitFor({ state: 'detached' });
  await kept;
  await page.goto('/terms', { waitUntil: 'networkidle' });
  expect(await bar.count()).toBe(0);
  expect(loaded).toEqual([]);

  await page.locator('footer').getByRole('link', { name: 'Cookies' }).click();
  await page.getByText('You have declined: nothing is counted.').waitFor();
  await page.locator('main').getByRole('button', { name: 'Accept' }).click();
  await page.getByText('You have agreed to being counted.').waitFor();
  if (!way.javaScriptEnabled) return expect(loaded).toEqual([]);
  await expect.poll(() => loaded).toEqual(['/tag.js?id=G-TEST']);
  const counted = await page.evaluate(() =>
    window.dataLayer!.map((command) => Array.from(command as ArrayLike<unknown>)),
  );
  expect(counted.at(-1)).toEqual(['event', 'page_view', expect.objectContaining({ page_path: '/policy' })]);
});

test('without measurement no visitor is asked, and no policy allows it', async () => {
  const page = await newPage();
  const reply = await page.goto('/policy', { waitUntil: 'networkidle' });
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  expect(await page.locator('footer').getByRole('link', { name: 'Cookies' }).count()).toBe(0);
  expect(reply!.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+'(?:;|$)/);
});
