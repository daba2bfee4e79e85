import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, inject, onTestFinished, test } from 'vitest';

import { openBreakableProxy } from '#tests/support/breakable-proxy';
import { withBrowser } from '#tests/support/browser';
import { clipPath } from '#tests/support/clips';
import { chooseFace, heading, logInTo } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

const lostRequests = [/net::ERR_(INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|CONNECTION_\w+)/];
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

test.each([
  ['the video has arrived', '/face-swap-video', clipPath('talk'), /\.data\?.*material=/, 'Keep the part you need'],
  [
    'the photo has arrived',
    '/face-swap-photo',
    'public/samples/portraits/sofia.jpg',
    /resources\/detection/,
    'Who becomes whom?',
  ],
])('the network is lost when %s: the page stays and goes on', async (_when, path, file, request, nextStep) => {
  const page = await newPage({ serviceWorkers: 'allow', expectedFaults: lostRequests });
  await logInTo(page, path);
  await goOfflineAt(page, request);
  await page.getByLabel(/^Choose a (file|photo)/).setInputFiles(file);
  await notice(page).waitFor();
  await isWhole(page);
  await page.getByRole('button', { name: 'Cancel the upload' }).waitFor();
  await page.context().setOffline(false);
  await heading(page, nextStep);
  await notice(page).waitFor({ state: 'detached' });
});

test.each(['upload-code', 'send-resumable'])(
  'the network is lost while the page loads the file %s: the upload begins when it is back',
  async (name) => {
    const page = await newPage({ expectedFaults: lostRequests });
    let lost = 0;
    await page.route(
      new RegExp(`/assets/${name}\\.`),
      async (route) => {
        lost++;
        await route.abort('internetdisconnected');
      },
      { times: 2 },
    );
    await logInTo(page, '/face-swap-photo');
    const photo = await readFile('public/samples/portraits/sofia.jpg');
    const largeEnoughToResume = Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024 - photo.length)]);
    const file = { name: 'sofia.jpg', mimeType: 'image/jpeg', buffer: largeEnoughToResume };
    await page.getByLabel(/^Choose a photo/).setInputFiles(file);
    await heading(page, 'Who becomes whom?');
    expect(lost).toBe(2);
  },
);

test('links and forms that are used without a network work when it is back', async () => {
  const page = await newPage({ serviceWorkers: 'allow', expectedFaults: lostRequests });
  await logInTo(page, '/face-swap-video');
  await page.getByLabel(/^Choose a file/).setInputFiles(clipPath('talk'));
  await heading(page, 'Keep the part you need');

  await page.context().setOffline(true);
  await notice(page).waitFor();
  await page.getByRole('button', { name: 'Find the people' }).click();
  await isWhole(page);
  await page.context().setOffline(false);
  await heading(page, 'Who becomes whom?');
  await notice(page).waitFor({ state: 'detached' });

  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await notice(page).waitFor();
  await isWhole(page);
  await page.context().setOffline(false);
  await page.waitForURL('**/pricing');
});

test('the line is cut while a swap runs: the page reports it and shows the result later', async () => {
  const line = await openBreakableProxy(inject('siteUrl'));
  onTestFinished(line.cut);
  const page = await newPage({ serviceWorkers: 'allow', baseURL: line.url, expectedFaults: lostRequests });
  await logInTo(page, '/face-swap-video');
  await page.getByLabel(/^Choose a file/).setInputFiles(clipPath('talk'));
  await heading(page, 'Keep the part you need');
  await page.getByRole('button', { name: 'Find the people' }).click();
  await heading(page, 'Who becomes whom?');
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
});
