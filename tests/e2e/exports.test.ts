import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect, inject, test } from 'vitest';

import { readLabel } from '#engine';
import { demoUser } from '#tests/support/account-pages';
import { scrollsSideways } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { signInAtSite } from '#tests/support/site';
import { addCreations } from '#tests/support/site-creations';
import { downloadResult, howPagesRun, logInTo, scriptsKeptBack } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

async function exportAs(page: Page, format: string, size: string, file: string) {
  const form = page.locator('#export');
  const select = form.getByLabel('Format');
  if (!(await select.isVisible())) await form.locator('summary').click();
  await select.selectOption({ label: format });
  await form.getByLabel('Size').selectOption(size);
  await form.getByRole('button', { name: 'Make this file' }).click();
  const link = page.getByRole('link', { name: file });
  await link.waitFor();
  const reply = await page.request.get((await link.getAttribute('href'))!);
  expect(reply.headers()['content-disposition']).toBe(`attachment; filename="${file}"`);
  return reply.body();
}

/** Longer than a line, and not cut by downloads. No other test uploads it: a repeated file gets a number. */
const name = `lin-${randomUUID()}-${'x'.repeat(38)}`;

async function finishedSwap(): Promise<string> {
  const demo = await signInAtSite(inject('siteUrl'));
  const material_id = await upload(demo, demo, portraitBytes('lin'), `${name}.jpg`);
  const creation = { name: `${name}.jpg`, result: portraitBytes('kenji'), material_id };
  return (await addCreations(inject('siteDataDirectory'), demoUser.email, [creation]))[0]!;
}

let order: string;
beforeAll(async () => void (order = await finishedSwap()));

/** An export is made once: another size the second time. */
const sideOf = { 'with JavaScript': 480, 'without JavaScript': 720 } as const;

test.each(howPagesRun)(
  'a result is downloaded in another format and size, and beside the original, and recognised, $how',
  async ({ how, javaScriptEnabled, viewport }) => {
    const side = sideOf[how];
    const page = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack] });
    await logInTo(page, `/face-swap-photo?order=${order}`, undefined, 'Your swap is ready');
    const { saveAs } = await downloadResult(page);
    expect(saveAs).toBe(`attachment; filename="${name}-faceswap.jpg"`);

    const smaller = await exportAs(page, 'WebP', String(side), `${name}-faceswap.webp`);
    expect(await sharp(smaller).metadata()).toMatchObject({ format: 'webp', width: side, height: (side * 5) / 4 });
    expect(await readLabel(smaller)).toMatchObject({ marked: true });
    if (javaScriptEnabled) expect(await scrollsSideways(page), 'the name of the file').toBe(false);
    const pair = await exportAs(page, 'Before and after, one picture', 'original', `${name}-before-after.jpg`);
    expect(await sharp(pair).metadata()).toMatchObject({ format: 'jpeg', width: 2 * 768 + 5, height: 960 });
    expect(await readLabel(pair)).toMatchObject({ marked: true });

    // The form returns to the creation's page.
    await page.goto(`/creation_detail?order_id=${order}`);
    expect(await exportAs(page, 'WebP', String(side), `${name}-faceswap.webp`)).toEqual(smaller);
    expect(new URL(page.url()).pathname).toBe('/creation_detail');

    await page.goto('/verify');
    const check = async (bytes: Buffer) => {
      await page
        .getByLabel('Photo or video')
        .setInputFiles({ name: 'found.webp', mimeType: 'image/webp', buffer: bytes });
      // With JavaScript the choice is enough, and the button checks again.
      await page.getByRole('button', { name: 'Check the file' }).click();
      return page.locator('#verdict');
    };
    await expect.poll(async () => (await check(smaller)).textContent()).toBe('Made here, and unaltered');
    const altered = Buffer.from(smaller);
    altered[altered.indexOf('VP8 ') + 100]! ^= 1;
    await expect.poll(async () => (await check(altered)).textContent()).toBe('Made here, and altered since');
  },
);
