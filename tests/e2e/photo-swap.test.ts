import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';

import { swapConsent } from '#contract';
import { demoUser, expectedFaults, logIn, ways } from '#tests/support/account-pages';
import { faultsOf, screens } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { confirmedAccount } from '#tests/support/site-account';
import { checkChip, chooseFace, heading, scriptsKeptBack } from '#tests/support/tool-pages';

const { newPage } = withBrowser();
const phone = screens[1]!;

async function standingOf(page: Page): Promise<{ credits: number; creations: number }> {
  const html = await (await page.request.get('/my/creations')).text();
  const count = (label: string) => Number(new RegExp(`${label}<span class="count">(\\d+)`).exec(html)?.[1]);
  return { credits: count('Credits'), creations: count('My Creations') };
}

/** 0 for dead links and broken files. */
const widthOf = (page: Page, alt: string) =>
  page.getByAltText(alt).evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));

/** Mean difference (0 to 255) inside the face and beside it; equal sizes. */
async function changeBetween(before: string | Buffer, after: string | Buffer) {
  const within = async (left: number, top: number, width: number, height: number) => {
    const area = { left, top, width, height };
    const [a, b] = await Promise.all([before, after].map((one) => sharp(one).extract(area).raw().toBuffer()));
    return a!.reduce((sum, value, index) => sum + Math.abs(value - b![index]!), 0) / a!.length;
  };
  return { face: await within(300, 330, 180, 200), background: await within(0, 300, 120, 600) };
}

test.each(ways)('a user signs in and swaps a face in a photo, $how', async ({ javaScriptEnabled }) => {
  const page = await newPage({ javaScriptEnabled, expectedFaults, ...(javaScriptEnabled ? phone : {}) });
  const faults: string[] = [];
  const look = async (where: string) => {
    if (javaScriptEnabled) faults.push(...(await faultsOf(page, where)));
  };

  const photo = 'public/samples/portraits/sofia.jpg';
  await page.goto('/face-swap-photo');
  if (javaScriptEnabled) {
    // The browser keeps the file until login.
    await page.getByLabel('Choose a photo').setInputFiles(photo);
    await heading(page, 'sofia.jpg is ready');
    await page.getByRole('link', { name: 'Log in to go on' }).click();
  } else {
    await page.getByRole('link', { name: 'Log in to upload' }).click();
  }
  await page.waitForURL(/\/login\/google/);
  // A file that an account uploads again gets another name.
  const { email, password } = await confirmedAccount(inject('siteUrl'));
  await logIn(page, email, password);
  await page.waitForURL(/\/face-swap-photo/);
  const before = await standingOf(page);
  if (!javaScriptEnabled) {
    await page.getByLabel('File', { exact: true }).setInputFiles(photo);
    await page.getByRole('button', { name: 'Upload the file' }).click();
  }
  await heading(page, 'Who becomes whom?');
  expect(await widthOf(page, 'sofia.jpg')).toBe(768);

  // Nothing is charged before a choice and consent.
  if (javaScriptEnabled) {
    await page.getByRole('button', { name: 'Choose a face first' }).click();
    await page
      .locator(':focus')
      .and(page.getByRole('radio', { name: 'Kenji' }))
      .waitFor();
  } else {
    await page.getByRole('button', { name: /Swap for 1 credit$/ }).click();
    await page.getByText('Choose a face for at least one person.').waitFor();
  }
  await chooseFace(page, 'Freya');
  await page.getByRole('button', { name: /Swap for 1 credit$/ }).click();
  await page.getByText(swapConsent).waitFor();
  expect(await page.getByRole('radio', { name: 'Freya' }).isChecked()).toBe(true);
  await look('a chosen face, and a missing consent');

  await page.getByRole('button', { name: 'Free preview' }).click();
  expect(await widthOf(page, 'Preview with the faces swapped')).toBe(768);
  await look('a preview');
  expect((await standingOf(page)).credits).toBe(before.credits);

  await page.getByLabel(/I may use this photo/).check();
  await page.getByRole('button', { name: 'Swap for 1 credit' }).click();
  await heading(page, 'Your swap is ready');
  expect(await widthOf(page, 'The original photo')).toBe(768);
  expect(await widthOf(page, 'The photo with the faces swapped')).toBe(768);
  await page.getByText('Report a problem').click();
  await look('a result');
  expect(faults).toEqual([]);

  const place = page.url();
  await page.reload();
  expect(page.url()).toBe(place);
  await heading(page, 'Your swap is ready');

  const download = await page.request.get((await page.getByRole('link', { name: 'Download' }).getAttribute('href'))!);
  expect(download.headers()['content-disposition']).toMatch(/^attachment; filename=".+\.jpg"$/);
  const change = await changeBetween(photo, await download.body());
  expect(change.face).toBeGreaterThan(8);
  expect(change.background).toBeLessThan(3);

  expect(await standingOf(page)).toEqual({ credits: before.credits - 1, creations: before.creations + 1 });
  await page.goto('/my/creations');
  expect(await page.locator('.creations > li').count()).toBe(before.creations + 1);
  await page.getByRole('link', { name: 'Your swap in sofia.jpg' }).first().click();
  await heading(page, 'sofia.jpg');
});

test.each([
  { how: 'with JavaScript', javaScriptEnabled: true },
  { how: 'without JavaScript', javaScriptEnabled: false },
])('a visitor tries a sample up to a still, logs in, and goes on with it, $how', async ({ javaScriptEnabled }) => {
  const page = await newPage({
    javaScriptEnabled,
    viewport: { width: 390, height: 844 },
    expectedFaults: [scriptsKeptBack],
  });
  await page.goto('/face-swap-photo');
  await page.getByRole('link', { name: /^Malik/ }).click();
  await heading(page, 'Who becomes whom?');
  await checkChip(page.getByRole('radio', { name: 'Kenji' }));
  await page.getByRole('button', { name: 'Free preview' }).click();
  expect(await widthOf(page, 'Preview with the faces swapped')).toBe(768);
  await page.getByRole('link', { name: 'Log in to make it' }).click();
  await logIn(page, demoUser.email, demoUser.password);
  expect(await widthOf(page, 'Preview with the faces swapped')).toBe(768);
  expect(await page.getByRole('radio', { name: 'Kenji' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Use this sample' }).click();
  await page.getByRole('button', { name: 'Swap for 1 credit' }).waitFor();
  await page.getByText('Becomes Kenji').waitFor();
});
