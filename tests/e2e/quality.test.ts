import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { withBrowser } from '#tests/support/browser';
import { portraitPath } from '#tests/support/portraits';
import { dataDirectoryWithDatabase, removeDataDirectory, startStack } from '#tests/support/stack';
import { tinyArcface, tinyInswapper, writePack, writeRecipes } from '#tests/support/tiny-packs';
import { chooseFace, heading, howPagesRun, logInTo, scriptsKeptBack, sendFile } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

/** Offers "High", at twice the price. */
async function siteWithQualities() {
  const dataDirectory = dataDirectoryWithDatabase();
  const packs = path.join(dataDirectory, 'models');
  for (const pack of [tinyInswapper(), tinyArcface()]) writePack(packs, pack);
  writeRecipes(packs, [{ id: 'high', name: 'High', swapper: 'inswapper_128', priceFactor: 2 }]);
  const environment = { NEURAL_MODELS_DIR: packs, NEURAL_DEVICE: 'cpu' };
  const site = await startStack({ dataDirectory, environment });
  onTestFinished(async () => {
    await site.stop();
    removeDataDirectory(dataDirectory);
  });
  return site;
}

test('a photo, and then several, are swapped in a chosen quality, with JavaScript and without', async () => {
  const site = await siteWithQualities();
  for (const { javaScriptEnabled, viewport } of howPagesRun) {
    const expectedFaults = [scriptsKeptBack];
    const page = await newPage({ baseURL: site.url, javaScriptEnabled, viewport, expectedFaults });
    await logInTo(page, '/face-swap-photo');
    await sendFile(page, portraitPath('sofia'), javaScriptEnabled);
    await heading(page, 'Who becomes whom?');
    await chooseFace(page, 'Kenji');
    await page.getByRole('radio', { name: /^High\s*2 credits$/ }).check();
    await page.getByLabel(/I may use this/).check();
    await page.getByRole('button', { name: javaScriptEnabled ? 'Swap for 2 credits' : 'Swap', exact: true }).click();
    await heading(page, 'Your swap is ready');
    const facts = page.locator('.facts');
    expect(await facts.innerText()).toMatch(/Quality\s+High/);
    expect(await facts.innerText()).toMatch(/2 credits/);

    await page.goto('/face-swap-photo');
    const picker = javaScriptEnabled ? page.getByLabel(/^Choose a photo/) : page.getByLabel('File', { exact: true });
    await picker.setInputFiles((['malik', 'lin'] as const).map(portraitPath));
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Upload the file' }).click();
    await heading(page, '2 photos');
    await expect.poll(() => page.getByRole('radio', { name: 'Leave out' }).count()).toBe(2);
    await page.locator('label').filter({ hasText: 'Kenji' }).first().click();
    await page.getByRole('radio', { name: /^High\s*2 credits a photo$/ }).check();
    await page.getByLabel(/I may use this/).check();
    await page
      .getByRole('button', { name: javaScriptEnabled ? 'Swap 2 photos for 4 credits' : 'Swap 2 photos', exact: true })
      .click();
    await heading(page, 'All done');
    await page.goto('/my/creations');
    expect(await page.getByText(/, High, /).count()).toBeGreaterThan(2);
  }
});
