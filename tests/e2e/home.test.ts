import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { demoUser, heading, logIn, scriptsKeptBack, ways } from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';
import { patience } from '#tests/support/patience';
import { portraitPath } from '#tests/support/portraits';

const { newPage } = withBrowser();

test('a file chosen on the home page is taken along, past the sign-in, into the tool', async () => {
  const page = await newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  // The part below the first screen loads its script on the first interaction.
  await page.getByRole('heading', { name: 'Got a face in mind?' }).waitFor();
  expect(asked.filter((url) => url.includes('/below-hero'))).toEqual([]);
  await Promise.all([page.waitForResponse(/below-hero/), page.mouse.move(200, 200)]);

  const choose = page.getByLabel('Choose a file');
  await choose.setInputFiles({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('la') });
  await page.getByText('MP3 files do not work here.').waitFor();

  await choose.setInputFiles(portraitPath('malik'));
  await heading(page, 'malik.jpg is ready');
  await page.getByRole('link', { name: 'Log in to go on' }).click();
  await logIn(page, demoUser.email, demoUser.password);
  await heading(page, 'Who becomes whom?');
});

test('the heads of the first screen turn, pause, and stay in sight when the theme changes', async () => {
  const page = await newPage({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await page.mouse.move(200, 200);
  const heads = page.locator('.hero__art canvas');
  const drawing = () => heads.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const blank = () => heads.evaluate((canvas) => (canvas.cloneNode() as HTMLCanvasElement).toDataURL());
  const pause = page.getByRole('button', { name: 'Pause the animation' });
  await pause.waitFor();
  const first = await drawing();
  await expect.poll(async () => (await drawing()) === first, patience).toBe(false);

  await pause.click();
  await page.getByRole('button', { name: 'Go on with the animation' }).waitFor();
  const paused = await drawing();
  expect((await drawing()) === paused).toBe(true);
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Light' }).click();
  await page.locator('html[data-theme="light"]').waitFor();
  expect((await drawing()) === (await blank())).toBe(false);
});

/** Each section and each picture in the view. */
async function isDrawn(page: Page): Promise<void> {
  const { data, info } = await sharp(await page.screenshot({ fullPage: true }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sections = await page.locator('main > section, footer').all();
  expect(sections.length).toBeGreaterThan(6);
  for (const section of sections) {
    const { y, height } = (await section.boundingBox())!;
    const rows = data.subarray(Math.ceil(y) * info.width, Math.floor(y + height) * info.width);
    const values = new Set(rows);
    expect(values.size, await section.innerText()).toBeGreaterThan(20);
  }
  for (const picture of await page.locator('main img').all()) {
    const { x, y, width, height } = (await picture.boundingBox())!;
    const region = {
      left: Math.ceil(x),
      top: Math.ceil(y),
      width: Math.floor(width) - 2,
      height: Math.floor(height) - 2,
    };
    if (region.width < 40 || region.height < 40 || region.left < 0 || x + width > info.width) continue;
    const pixels = await sharp(data, { raw: info }).extract(region).raw().toBuffer();
    expect(new Set(pixels).size, await picture.evaluate((image) => image.outerHTML)).toBeGreaterThan(60);
  }
  const missing = await page
    .locator('main img')
    .evaluateAll((images) =>
      images.filter((image) => !(image as HTMLImageElement).naturalWidth).map((image) => image.outerHTML),
    );
  expect(missing).toEqual([]);
}

/** Content that is scrolled beneath the header does not show through it. */
async function headerCovers(page: Page): Promise<void> {
  await page.getByText('Got a face in mind?').scrollIntoViewIfNeeded();
  const opacity = () =>
    page.locator('header.header').evaluate((header) => {
      const [, , , alpha = 1] = getComputedStyle(header)
        .backgroundColor.match(/[\d.]+/g)!
        .map(Number);
      return alpha;
    });
  await expect.poll(opacity, patience).toBeGreaterThan(0.75);
}

test.each(ways)(
  'the page is drawn without scrolling, its header covers what is scrolled beneath, its pictures can be tried, $how',
  async ({ javaScriptEnabled }) => {
    const page = await newPage({ javaScriptEnabled, expectedFaults: [scriptsKeptBack] });
    await page.goto('/', { waitUntil: 'load' });
    await isDrawn(page);
    await headerCovers(page);
    await page.locator('main').getByRole('link', { name: 'Photo', exact: true }).click();
    await heading(page, 'Who becomes whom?');
    const persons = page.locator('summary', { hasText: /^Person \d/ });
    await expect.poll(() => persons.count(), patience).toBe(2);
  },
);

test('what the server rendered stays when the visitor moves on the page before its script has come', async () => {
  const page = await newPage();
  let letGo = () => {};
  const moved = new Promise<void>((resolve) => (letGo = resolve));
  // With its script, smooth scrolling leaves the address as it is.
  await page.route(/\/assets\/(below-hero|smooth-scroll)/, (route) => moved.then(() => route.continue()));
  // Remix asks for the routes of the page's links, and renews its contexts with the answer.
  await Promise.all([page.waitForResponse(/\/__manifest/), page.goto('/')]);
  const sections = await page.locator('main > section').elementHandles();
  expect(sections.length).toBeGreaterThan(6);
  const asked = page.waitForRequest(/\/assets\/below-hero/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await asked;
  await page.waitForURL('/#main');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  letGo();
  await expect.poll(() => isHydrated(page), patience).toBe(true);
  for (const section of sections) expect(await section.evaluate((node) => node.isConnected)).toBe(true);
});

/** React marks the elements that it has hydrated. */
const isHydrated = (page: Page) =>
  page
    .locator('main > section')
    .last()
    .evaluate((section) => Object.keys(section).some((key) => key.startsWith('__reactProps')));

test('a file chosen before the script has come is taken along, too', async () => {
  const page = await newPage();
  let letGo = () => {};
  const chosen = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/assets\/entry\.client/, (route) => chosen.then(() => route.continue()));
  await page.goto('/');
  await page.getByLabel('Choose a file').setInputFiles(portraitPath('malik'));
  letGo();
  await heading(page, 'malik.jpg is ready');
});
