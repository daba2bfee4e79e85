import { readFileSync } from 'node:fs';

import sharp from 'sharp';
import { expect, inject, test } from 'vitest';

import { faultsOnScreens } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { patience } from '#tests/support/patience';
import { portraitPath } from '#tests/support/portraits';
import { readZip } from '#tests/support/read-zip';
import { confirmedAccount } from '#tests/support/site-account';
import { checkChip, heading, howPagesRun, logInTo, scriptsKeptBack } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

const names = ['sofia', 'malik', 'lin'] as const;

test.each(howPagesRun)(
  'three photos get one face and are downloaded as one zip, $how',
  async ({ how: _, ...options }) => {
    const { javaScriptEnabled: isScripted } = options;
    const page = await newPage({ ...options, expectedFaults: isScripted ? [] : [scriptsKeptBack] });
    await logInTo(page, '/face-swap-photo', await confirmedAccount(inject('siteUrl')));
    const picker = isScripted ? page.getByLabel(/^Choose a photo/) : page.getByLabel('File', { exact: true });
    const photos = names.map(portraitPath);
    const faults: string[] = [];
    const look = async (where: string) => {
      if (isScripted) faults.push(...(await faultsOnScreens(page, where)));
    };
    if (isScripted) {
      await picker.setInputFiles([...photos, 'README.md']);
      const goOn = page.getByRole('button', { name: 'Go on with 3 photos' });
      await goOn.waitFor();
      await look('chosen photos');
      await goOn.click();
    } else {
      await picker.setInputFiles(photos);
      await page.getByRole('button', { name: 'Upload the file' }).click();
    }

    await heading(page, '3 photos');
    await expect.poll(() => page.getByRole('radio', { name: 'Leave out' }).count(), patience).toBe(3);
    await checkChip(page.getByRole('radio', { name: 'Kenji' }));
    await look('persons of several photos');
    const list = await page.locator('.batch').boundingBox();
    expect(list!.x + list!.width).toBeLessThanOrEqual(options.viewport.width);
    await page.getByLabel(/I may use this/).check();
    await page.getByRole('button', { name: 'Swap 3 photos for 3 credits' }).click();

    await heading(page, 'All done');
    await look('a batch');
    expect(faults).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all (zip)' }).click(),
    ]);
    const files = readZip(readFileSync(await download.path()));
    expect(Object.keys(files)).toEqual(names.map((name) => `${name}-faceswap.jpg`));
    for (const name of names) {
      const [before, after] = [readFileSync(portraitPath(name)), files[`${name}-faceswap.jpg`]!];
      const { width, height } = await sharp(before).metadata();
      expect(await sharp(after).metadata()).toMatchObject({ format: 'jpeg', width, height });
      expect(after.equals(before)).toBe(false);
    }
  },
);
