import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';

import { calls } from '#contract';

import { logOut, signIn } from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';
import { openErrorReportServer } from '#tests/support/error-report-server';
import { exampleApi, startWebProcess } from '#tests/support/web-server';

const { newPage } = withBrowser();
const { user } = calls.email_login.examples[0].output;
const person = { id: user.uid, email: user.email, username: user.nickname };
const secret = 'fs_0123456789abcdefghijklmnopqrstuv';

/** The API violates the contract on the pricing page. */
async function openSite(appEnv: string) {
  const errorReports = await openErrorReportServer();
  const api = await exampleApi({ '/payment/products': { items: secret } });
  const web = await startWebProcess({ APP_ENV: appEnv, SENTRY_DSN: errorReports.dsn, API_URL: api.url });
  onTestFinished(async () => {
    await web.stop();
    api.stop();
    errorReports.stop();
  });
  return { errorReports, web };
}

async function openSignedIn(baseURL: string): Promise<Page> {
  const page = await newPage({ baseURL, expectedFaults: [/status of 500/, /server: 500/, /broken on purpose/] });
  await signIn(page, { email: user.email, password: 'a long enough phrase' });
  await page.goto('/terms'); // a page without pictures: those of the examples have no server
  await page.getByLabel('Account Info').first().waitFor();
  return page;
}

/** Throws after hydration. */
async function breakPage(page: Page, words: string): Promise<void> {
  await page.waitForFunction(() => '__remixRouter' in window);
  await page.evaluate((message) => {
    setTimeout(() => {
      throw new Error(message);
    });
  }, `broken on purpose: ${words}`);
}

test('faults of server and page are reported with who was signed in, and without secrets', async () => {
  const { errorReports, web } = await openSite('test');
  const page = await openSignedIn(web.url);

  await page.goto(`/pricing?token=${secret}`);
  await page.getByRole('heading', { name: 'Oh No... We Lost This Page' }).waitFor();
  await expect.poll(() => errorReports.reportOf('payment_products'), { timeout: 30_000 }).toBeDefined();
  expect(errorReports.reportOf('payment_products')).toMatchObject({ user: person, environment: 'test' });

  await page.goto('/terms');
  await breakPage(page, `signed in, ${secret}`);
  await expect.poll(() => errorReports.reportOf('signed in')?.user, { timeout: 30_000 }).toMatchObject(person);

  await logOut(page);
  await breakPage(page, 'signed out');
  await expect.poll(() => errorReports.reportOf('signed out'), { timeout: 30_000 }).toBeDefined();
  expect(errorReports.reportOf('signed out')?.user?.id).toBeUndefined();
  expect(errorReports.reportOf('signed out')?.user?.email).toBeUndefined();

  const all = errorReports.envelopes.join('\n');
  expect(all).not.toContain(secret);
  expect(all).not.toContain('faceswap_session');
  expect(all).toContain('"type":"transaction"');
});

test('nothing is reported in local mode, and no page loads what would', async () => {
  const { errorReports, web } = await openSite('local');
  const page = await openSignedIn(web.url);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/pricing');
  await page.goto('/terms', { waitUntil: 'networkidle' });
  await breakPage(page, 'unseen');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await web.stop();
  expect(loaded.filter((url) => url.includes('/assets/')).length).toBeGreaterThan(0);
  expect(loaded.filter((url) => url.includes('monitoring.client'))).toEqual([]);
  expect(errorReports.envelopes).toEqual([]);
});

test('a fault of a page is logged as a runtime error, and the error page is shown', async () => {
  const page = await newPage({
    expectedFaults: [/broken on purpose/, /error in the <|error occurred in/],
  });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/assets/terms-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Terms() { throw new Error("broken on purpose"); }',
    }),
  );
  await page.goto('/policy', { waitUntil: 'networkidle' });
  await page.locator('footer').getByRole('link', { name: 'Terms & Conditions' }).click();
  await page.getByRole('heading', { name: 'Oh No... We Lost This Page' }).waitFor();
  await expect.poll(() => logged).toContain('Runtime Error: broken on purpose');
});
