import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, inject, onTestFinished, test } from 'vitest';

import { openBreakableProxy } from '#tests/support/breakable-proxy';
import { withBrowser } from '#tests/support/browser';
import { clipPath } from '#tests/support/clips';
import { SeededRandom } from '#tests/support/seeded-random';
import { patience } from '#tests/support/patience';
import { memberAt } from '#tests/support/site';
import { confirmedAccount } from '#tests/support/site-account';
import { chooseFace, heading, logInTo } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

/** More journeys than the one of `npm test`: NETWORK_RUNS=10 npm test -- random-network */
const runs = Number(process.env.NETWORK_RUNS ?? 1);
const seeds = Array.from({ length: runs }, () => ({ seed: Math.floor(Math.random() * 1e9) }));

const moments = 20;
const mostMsBetween = 1_500;
const mostMsLost = 1_200;
/** Towards the site, so that losses hit the upload, too. */
const bytesPerSecond = 100 * 1024;

/** What Chromium says when the network is lost while the service worker is registered. */
const lostWorkerScript = /An unknown error occurred when fetching the script/;

type Line = Awaited<ReturnType<typeof openBreakableProxy>>;

/** Picks at random: the browser goes offline, or the proxy closes all connections. */
async function breakNetwork(page: Page, line: Line, random: SeededRandom): Promise<void> {
  for (let moment = 0; moment < moments; moment++) {
    await pause(random.below(mostMsBetween));
    if (random.below(2) === 0) {
      await page.context().setOffline(true);
      await pause(random.below(mostMsLost));
      await page.context().setOffline(false);
    } else {
      line.cut();
      await pause(random.below(mostMsLost));
      await line.mend();
    }
  }
}

async function swapVideo(page: Page): Promise<void> {
  await page.getByLabel(/^Choose a file/).setInputFiles(clipPath('talk'));
  await heading(page, 'Keep the part you need');
  await page.getByRole('button', { name: 'Find the people' }).click();
  await heading(page, 'Who becomes whom?');
  await chooseFace(page, 'Nadia');
  await page.getByLabel(/I may use this/).check();
  await page.getByRole('button', { name: /^Swap for/ }).click();
  await heading(page, 'Your swap is ready');
}

test.each(seeds)(
  'a swap survives a network lost at twenty random moments and is charged once, seed $seed',
  async ({ seed }) => {
    const siteUrl = inject('siteUrl');
    const line = await openBreakableProxy(siteUrl, { bytesPerSecond });
    onTestFinished(line.cut);
    const account = await confirmedAccount(siteUrl);
    const { token } = await memberAt(siteUrl, '').call('email_login', account);
    const member = memberAt(siteUrl, token);
    const { credit_num: before } = await member.call('my_userinfo', {});

    const page = await newPage({
      serviceWorkers: 'allow',
      baseURL: line.url,
      expectedFaults: [/net::ERR_/, /Failed to load resource/, lostWorkerScript],
    });
    await logInTo(page, '/face-swap-video', account);
    await page.waitForLoadState('networkidle');
    await Promise.all([swapVideo(page), breakNetwork(page, line, new SeededRandom(seed))]);

    expect(await page.getByText('Oh No... We Lost This Page').count()).toBe(0);
    expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily)).toMatch(/Familjen/);
    const readyStateOf = (video: HTMLVideoElement) => video.readyState;
    for (const label of ['The original video', 'The video with the faces swapped'])
      await expect.poll(() => page.getByLabel(label).evaluate(readyStateOf), patience).toBeGreaterThan(0);
    const brokenImages = () =>
      page.evaluate(() =>
        [...document.images]
          .filter((image) => image.complete && image.currentSrc && image.naturalWidth === 0)
          .map(({ currentSrc }) => currentSrc),
      );
    await expect.poll(brokenImages, patience).toEqual([]);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const { credit_num: after, counter_orders } = await member.call('my_userinfo', {});
    expect({ charged: before - after, counter_orders }).toEqual({ charged: 4, counter_orders: 1 });
  },
);
