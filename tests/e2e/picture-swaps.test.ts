import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { expect, test } from 'vitest';

import { withBrowser } from '#tests/support/browser';
import { portraitBytes } from '#tests/support/portraits';
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
import { frameAt, whoIsIn } from '#tests/support/who-is-it';

const { newPage } = withBrowser();

/** Sofia on the left, Malik on the right. */
async function twoOfThem(folder: string): Promise<string> {
  const file = join(folder, 'both.png');
  const people = [portraitBytes('sofia'), portraitBytes('malik')];
  await sharp({ create: { width: 1536, height: 960, channels: 3, background: '#000' } })
    .composite(people.map((input, index) => ({ input, left: 768 * index, top: 0 })))
    .toFile(file);
  return file;
}

test.each(howPagesRun)('two persons of a photo get a face each, $how', async ({ javaScriptEnabled, viewport }) => {
  const photo = await twoOfThem(scratchFolder());
  const page = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack] });
  await logInTo(page, '/face-swap-photo');
  await sendFile(page, photo, javaScriptEnabled);
  await heading(page, 'Who becomes whom?');
  await chooseFace(page, 'Kenji', 1);
  await chooseFace(page, 'Freya', 2);
  await page.getByLabel(/I may use this/).check();
  await page.getByRole('button', { name: 'Swap for 1 credit' }).click();

  const { bytes, saveAs } = await downloadResult(page);
  expect(saveAs).toMatch(/\.png"$/);
  const { width, height, format } = await sharp(bytes).metadata();
  expect({ width, height, format }).toEqual({ width: 1536, height: 960, format: 'png' });
  const before = await sharp(photo).toBuffer();
  expect((await whoIsIn(bytes, before, ['kenji', 'freya'])).sort()).toEqual(['freya', 'kenji']);
});

async function shortGif(folder: string): Promise<string> {
  const file = join(folder, 'turn.gif');
  await sharp('public/samples/clips/turn.gif', { pages: 4 }).gif().toFile(file);
  return file;
}

test.each(howPagesRun)('a GIF stays one, with another face, $how', async ({ javaScriptEnabled, viewport }) => {
  const folder = scratchFolder();
  const gif = await shortGif(folder);
  const page = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack] });
  await logInTo(page, '/face-swap');
  await sendFile(page, gif, javaScriptEnabled);
  await heading(page, 'Keep the part you need');
  await page.getByRole('button', { name: 'Find the people' }).click();
  await heading(page, 'Who becomes whom?');
  await chooseFace(page, 'Otto');
  await page.getByLabel(/I may use this/).check();
  await page.getByRole('button', { name: 'Swap for 2 credits' }).click();

  const { bytes, saveAs } = await downloadResult(page);
  expect(saveAs).toMatch(/\.gif"$/);
  const [before, after] = await Promise.all([gif, bytes].map((input) => sharp(input, { animated: true }).metadata()));
  const factsOf = ({ format, pages, width, pageHeight, delay }: Metadata) => ({
    format,
    pages,
    width,
    pageHeight,
    delay,
  });
  expect(factsOf(after!)).toEqual(factsOf(before!));
  const result = join(folder, 'result.gif');
  writeFileSync(result, bytes);
  const [shown, was] = await Promise.all([result, gif].map((file) => frameAt(file, 0)));
  expect(await whoIsIn(shown!, was!, ['otto'])).toEqual(['otto']);
});
