import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';

import { faultsOnScreens, scrollsSideways } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { groupPhoto, portraitBytes, portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { confirmedAccount } from '#tests/support/site-account';
import {
  checkChip,
  chooseFace,
  downloadResult,
  heading,
  howPagesRun,
  logInTo,
  scriptsKeptBack,
  sendFile,
} from '#tests/support/tool-pages';
import { whoIsIn } from '#tests/support/who-is-it';

const { newPage } = withBrowser();

async function groupFile(): Promise<string> {
  const file = join(scratchFolder(), 'group.jpg');
  const members = [
    { name: 'diego', height: 700 },
    { name: 'freya', height: 560 },
  ] as const;
  writeFileSync(file, await groupPhoto([...members]));
  return file;
}

async function takePhoto(page: Page, look: (where: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByText('Bring your face into the oval').waitFor();
  await look('the camera');
  await page.keyboard.press('Enter'); // takes the photo
  await page.getByRole('img', { name: 'The photo just taken' }).waitFor();
  await page.keyboard.press('Enter'); // uses it
  await page.getByRole('img', { name: 'The chosen one' }).waitFor();
}

/** Turned by its metadata, as phones do. */
async function useSmallerCopy(page: Page): Promise<void> {
  const buffer = await sharp({ create: { width: 4032, height: 1764, channels: 3, background: '#884422' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const file = { name: 'IMG_0412.JPG', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('A photo of the face').setInputFiles(file);
  await page.getByText('This picture is 1,764 × 4,032 px.').waitFor();
  await page.getByRole('button', { name: 'Use a smaller copy' }).click();
  const sizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight];
  const preview = page.getByRole('img', { name: 'The chosen one' });
  await expect.poll(() => preview.evaluate(sizeOf)).toEqual([1750, 4000]);
}

test.each(howPagesRun)(
  'a face comes from the second person of a photo, gets a name and another photo, and is swapped, $how',
  async ({ how, javaScriptEnabled, viewport }) => {
    const page = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack, /status of 400/] });
    const name = `Friend ${how}`.padEnd(40, 'M');
    await logInTo(page, '/my/faces', await confirmedAccount(inject('siteUrl')), 'My Faces');
    if (javaScriptEnabled) await page.getByRole('button', { name: 'Add a face', exact: true }).click();
    else await page.locator('summary').filter({ hasText: 'Add a face' }).click();
    await page.getByRole('button', { name: 'Add face' }).click();
    await page.getByText('Choose a photo of the face first.').waitFor();
    const faults: string[] = [];
    const look = async (where: string) => {
      if (javaScriptEnabled) faults.push(...(await faultsOnScreens(page, where)));
    };
    if (javaScriptEnabled) {
      await takePhoto(page, look);
      await useSmallerCopy(page);
    }

    await page.getByLabel('A photo of the face').setInputFiles(await groupFile());
    if (javaScriptEnabled) {
      await page.getByText('Choose a photo of the face first.').waitFor({ state: 'detached' });
      await page.getByRole('img', { name: 'The chosen one' }).waitFor();
    }
    await page.getByLabel(/^This is me/).check();
    await look('the chosen photo');
    await page.getByRole('button', { name: 'Add face' }).click();
    const people = page.getByRole('group', { name: 'Which of these people is it?' });
    await people.waitFor();
    expect(await people.getByRole('radio', { name: 'Person 1' }).isChecked()).toBe(true);
    const second = people.getByRole('radio', { name: 'Person 2' });
    if (javaScriptEnabled) {
      const chosen = page.waitForResponse((reply) => reply.url().includes('/resources/face'));
      await checkChip(second);
      await chosen;
    } else {
      await checkChip(second);
      await page.getByRole('button', { name: 'Use this person' }).click();
      await page.getByText('Person chosen.').waitFor();
    }

    await page.getByLabel('Another photo of the same person').setInputFiles(portraitPath('freya'));
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Add photo' }).click();
    await page.getByRole('img', { name: 'Photo 2' }).waitFor();
    const verdicts = page.locator('.photo-list').getByText('Brows hidden: the other person’s stay'); // Freya’s fringe
    expect(await verdicts.count()).toBe(2);
    await look('what was found');
    if (javaScriptEnabled) await page.getByRole('button', { name: 'Done' }).click();
    else await page.goto('/my/faces');

    const tile = page.locator('.face-tile').first();
    await tile.getByText('2 photos').waitFor();
    await tile.locator('[aria-label^="More for"]').click();
    await page.locator('a.menu__item:visible', { hasText: 'Rename' }).click();
    await tile.getByRole('textbox', { name: 'Name' }).fill(name);
    await tile.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name }).waitFor();
    if (javaScriptEnabled) {
      await tile.locator('a').first().click();
      await page.waitForURL(/\/my\/face\?/);
      await look('a face');
    }
    expect(faults).toEqual([]);

    await page.goto('/face-swap-photo');
    await sendFile(page, portraitPath('amara'), javaScriptEnabled);
    await heading(page, 'Who becomes whom?');
    if (javaScriptEnabled) expect(await scrollsSideways(page), 'the longest name of a face').toBe(false);
    await chooseFace(page, name);
    await page.getByLabel(/I may use this/).check();
    await page.getByRole('button', { name: 'Swap for 1 credit' }).click();
    const { bytes } = await downloadResult(page);
    expect(await whoIsIn(bytes, portraitBytes('amara'), ['diego', 'freya'])).toEqual(['freya']);
  },
);
