import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, inject, onTestFinished, test } from 'vitest';

import { signIn } from '#tests/support/account-pages';
import { cutConnection, openBreakableProxy } from '#tests/support/breakable-proxy';
import { withBrowser } from '#tests/support/browser';
import { clipPath } from '#tests/support/clips';
import { confirmedAccount } from '#tests/support/site-account';
import { chooseFace, heading, logInTo } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

const lostRequests = [/net::ERR_INTERNET_DISCONNECTED/, cutConnection];
const notice = (page: Page) => page.getByText('No connection. Your work stays here; we go on when it is back.');

/** Goes offline at the first matching request. */
async function goOfflineAt(page: Page, url: string | RegExp): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
}

async function isWhole(page: Page): Promise<void> {
  expect(await page.getByText('Oh No... We Lost This Page').count()).toBe(0);
  expect(await page.getByText('You are not connected').count()).toBe(0);
  expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily)).toMatch(/Familjen/);
}

/** Without a network, `act`; then it is back. */
async function withoutNetwork(page: Page, act: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  await act();
  await isWhole(page);
  await page.context().setOffline(false);
}

test('a video goes on after losses at its upload, a form, its swap and a link', async () => {
  const line = await openBreakableProxy(inject('siteUrl'));
  onTestFinished(line.cut);
  const page = await newPage({ serviceWorkers: 'allow', baseURL: line.url, expectedFaults: lostRequests });
  await logInTo(page, '/face-swap-video');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined)); // it has the scripts of other pages
  await goOfflineAt(page, /\.data\?.*material=/);
  await page.getByLabel(/^Choose a file/).setInputFiles(clipPath('talk'));
  await notice(page).waitFor();
  await isWhole(page);
  await page.getByRole('button', { name: 'Cancel the upload' }).waitFor();
  await page.context().setOffline(false);
  await heading(page, 'Keep the part you need');
  await notice(page).waitFor({ state: 'detached' });

  await withoutNetwork(page, async () => {
    await notice(page).waitFor();
    await page.getByRole('button', { name: 'Find the people' }).click();
  });
  await heading(page, 'Who becomes whom?');
  await notice(page).waitFor({ state: 'detached' });

  await chooseFace(page, 'Nadia');
  await page.getByLabel(/I may use this/).check();
  await page.getByRole('button', { name: /^Swap for/ }).click();
  await page.getByRole('progressbar', { name: 'Swap' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^\d+ % · Swapping/);
  line.cut();
  await notice(page).waitFor();
  await page.getByText('Waiting for the connection. The swap goes on.').first().waitFor();
  await isWhole(page);
  await line.mend();
  await heading(page, 'Your swap is ready');
  expect(await page.title()).toBe('Your swap | Faceswap');
  await notice(page).waitFor({ state: 'detached' });

  await withoutNetwork(page, async () => {
    await page.getByRole('link', { name: 'Pricing' }).first().click();
    await notice(page).waitFor();
  });
  await page.waitForURL('**/pricing');
});

test('a form is sent without a network while the page still loads the notices: it waits, too', async () => {
  const page = await newPage({ expectedFaults: lostRequests });
  await signIn(page, await confirmedAccount(inject('siteUrl')));
  await page.route(/assets\/notices-/, () => {}); // does not come
  await goOfflineAt(page, /account\.data/);
  const isHydrated = page.waitForRequest(/assets\/notices-/);
  await page.goto('/my/account');
  await isHydrated;
  await page.getByLabel('Name').fill('Ada');
  const isLost = page.waitForEvent('requestfailed', (request) => request.url().includes('account.data'));
  await page.getByRole('button', { name: 'Save' }).click();
  await isLost;
  await page.context().setOffline(false);
  await page.getByText('Your name is now Ada.').waitFor();
  await isWhole(page);
});

test('the network is lost when a photo has arrived: the page stays and goes on', async () => {
  const page = await newPage({ serviceWorkers: 'allow', expectedFaults: lostRequests });
  await logInTo(page, '/face-swap-photo');
  await goOfflineAt(page, /resources\/detection/);
  await page.getByLabel(/^Choose a photo/).setInputFiles('public/samples/portraits/sofia.jpg');
  await notice(page).waitFor();
  await isWhole(page);
  await page.getByRole('button', { name: 'Cancel the upload' }).waitFor();
  await page.context().setOffline(false);
  await heading(page, 'Who becomes whom?');
  await notice(page).waitFor({ state: 'detached' });
});

test('the network is lost while the page loads each file that uploads: the upload begins when it is back', async () => {
  const page = await newPage({ expectedFaults: lostRequests });
  const lost: string[] = [];
  for (const name of ['upload-code', 'send-resumable']) {
    await page.route(
      new RegExp(`/assets/${name}\\.`),
      async (route) => {
        lost.push(name);
        await route.abort('internetdisconnected');
      },
      { times: 2 },
    );
  }
  await logInTo(page, '/face-swap-photo');
  const photo = await readFile('public/samples/portraits/sofia.jpg');
  const largeEnoughToResume = Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024 - photo.length)]);
  const file = { name: 'sofia.jpg', mimeType: 'image/jpeg', buffer: largeEnoughToResume };
  await page.getByLabel(/^Choose a photo/).setInputFiles(file);
  await heading(page, 'Who becomes whom?');
  expect(lost).toEqual(['upload-code', 'upload-code', 'send-resumable', 'send-resumable']);
});
