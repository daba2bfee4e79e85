import { expect, inject, test } from 'vitest';

import { demoUser } from '#tests/support/account-pages';
import { faultsOf } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { signInAtSite } from '#tests/support/site';
import { addCreations } from '#tests/support/site-creations';
import { heading, howPagesRun, logInTo, scriptsKeptBack } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

const missing = /status of 404/;

/** Of an upload that is still there: its owner sees the original, too. */
async function finishedSwap(): Promise<string> {
  const demo = await signInAtSite(inject('siteUrl'));
  const name = 'our holiday.jpg';
  const material_id = await upload(demo, demo, portraitBytes('amara'), name);
  const creation = { name, result: portraitBytes('diego'), material_id };
  return (await addCreations(inject('siteDataDirectory'), demoUser.email, [creation]))[0]!;
}

test.each(howPagesRun)('a result is shared by link, opened by a stranger, reported and revoked, $how', async (how) => {
  const { javaScriptEnabled, viewport } = how;
  const owner = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack] });
  await owner.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    navigator.share = async (given) => void shared.push(given!);
  });
  await logInTo(owner, `/creation_detail?order_id=${await finishedSwap()}`, undefined, /^our holiday/);
  await owner.getByText('Share by link').click();
  await owner.getByLabel('Valid for').selectOption('1 day');
  await owner.getByRole('button', { name: 'Create a link' }).click();
  await owner.getByText('The link is made.').waitFor();
  const address = await owner.getByLabel('Link 1', { exact: true }).inputValue();
  expect(address).toMatch(/^https?:\/\/[^/]+\/shared\?token=[\w-]{43}$/);
  await owner.getByText(/^Valid until/).waitFor();
  if (javaScriptEnabled) {
    expect(await faultsOf(owner, 'a link')).toEqual([]);
    await owner.getByRole('button', { name: 'Send', exact: true }).click(); // by the device's own dialog
    expect(await owner.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)).toEqual([
      { title: 'Made with Faceswap', url: address },
    ]);
  }

  const stranger = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack, missing] });
  const opened = (await stranger.goto(address))!;
  expect(opened.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, noarchive',
  });
  await heading(stranger, 'A photo with swapped faces');
  const picture = stranger.getByAltText('The photo with the faces swapped');
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(768);
  await stranger.locator('.panel').getByText('AI modified').waitFor();
  const html = await stranger.content();
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).not.toMatch(/our holiday|demo@faceswap|The original/);
  expect(html).not.toMatch(/og:(image|url)" content="[^"]*token/);
  if (javaScriptEnabled) expect(await faultsOf(stranger, 'a shared result')).toEqual([]);

  await stranger.getByRole('link', { name: 'Report this' }).click();
  await heading(stranger, 'Report a picture or video');
  expect(await stranger.getByLabel('Where is it?').inputValue()).toBe(address);
  await stranger.goBack();
  await stranger.getByRole('link', { name: 'Swap a face yourself' }).click();
  await stranger.waitForURL('**/face-swap');

  await owner.getByRole('button', { name: 'Revoke link 1' }).click();
  await owner.getByText('The link is revoked.').waitFor();
  expect(await owner.getByLabel('Link 1', { exact: true }).count()).toBe(0);
  expect((await stranger.goto(address))!.status()).toBe(404);
  await heading(stranger, 'This link shows nothing any more');
});
