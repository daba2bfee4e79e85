import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { readLabel } from '#engine';
import { withBrowser } from '#tests/support/browser';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import {
  chooseFace,
  downloadResult,
  heading,
  howPagesRun,
  logInTo,
  scriptsKeptBack,
  sendFile,
} from '#tests/support/tool-pages';

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

test.each(howPagesRun)(
  'a result is downloaded in another format and size, and beside the original, and recognised, $how',
  async ({ javaScriptEnabled, viewport }) => {
    const page = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack] });
    await logInTo(page, '/face-swap-photo');
    // No other test uploads this name: a file that is uploaded again gets a number.
    const name = `lin-${randomUUID()}`;
    const photo = join(scratchFolder(), `${name}.jpg`);
    copyFileSync(portraitPath('lin'), photo);
    await sendFile(page, photo, javaScriptEnabled);
    await heading(page, 'Who becomes whom?');
    await chooseFace(page, 'Kenji');
    await page.getByLabel(/I may use this/).check();
    await page.getByRole('button', { name: 'Swap for 1 credit' }).click();
    const { saveAs } = await downloadResult(page);
    expect(saveAs).toBe(`attachment; filename="${name}-faceswap.jpg"`);

    const smaller = await exportAs(page, 'WebP', '480', `${name}-faceswap.webp`);
    expect(await sharp(smaller).metadata()).toMatchObject({ format: 'webp', width: 480, height: 600 });
    expect(await readLabel(smaller)).toMatchObject({ marked: true });
    const pair = await exportAs(page, 'Before and after, one picture', 'original', `${name}-before-after.jpg`);
    expect(await sharp(pair).metadata()).toMatchObject({ format: 'jpeg', width: 2 * 768 + 5, height: 960 });
    expect(await readLabel(pair)).toMatchObject({ marked: true });

    // The form returns to the creation's page.
    const order = new URL(page.url()).searchParams.get('order')!;
    await page.goto(`/creation_detail?order_id=${order}`);
    expect(await exportAs(page, 'WebP', '480', `${name}-faceswap.webp`)).toEqual(smaller);
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
