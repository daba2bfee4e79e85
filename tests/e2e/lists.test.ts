import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';

import { expectedFaults, heading, signIn, ways } from '#tests/support/account-pages';
import { faultsOf, screens } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { upload } from '#tests/support/journey';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';
import { readZip } from '#tests/support/read-zip';
import { memberAt } from '#tests/support/site';
import { confirmedAccount, type Credentials } from '#tests/support/site-account';
import { addCreations } from '#tests/support/site-creations';

const { newPage } = withBrowser();
const phone = screens[1]!;

const siteUrl = inject('siteUrl');

async function addUploads(account: Credentials, ...names: string[]): Promise<void> {
  const { token } = await memberAt(siteUrl, '').call('email_login', account);
  const who = memberAt(siteUrl, token);
  for (const name of names) await upload(who, who, portraitBytes('amara'), name);
}

const namesOn = (page: Page) => page.locator('.creations h2').allTextContents();

test.each(ways)('uploads are renamed, sorted, selected, deleted and restored, $how', async ({ javaScriptEnabled }) => {
  const account = await confirmedAccount(siteUrl);
  await addUploads(account, 'bo.jpg', 'bo.jpg', 'ada.jpg');
  const page = await newPage({ javaScriptEnabled, expectedFaults });
  await signIn(page, account);
  await page.goto('/my/uploads');
  await heading(page, 'My Uploads');
  await expect.poll(() => namesOn(page), patience).toEqual(['ada.jpg', 'bo (2).jpg', 'bo.jpg']);

  await page.getByLabel('Sort by').selectOption('name');
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/sort=name/);
  await page.getByLabel('Sort by').selectOption('oldest');
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => namesOn(page), patience).toEqual(['bo.jpg', 'bo (2).jpg', 'ada.jpg']);
  await page.goBack();
  await expect.poll(() => namesOn(page), patience).toEqual(['ada.jpg', 'bo (2).jpg', 'bo.jpg']);

  await page.locator('[aria-label="More for ada.jpg"]').click();
  await page.locator('a.menu__item:visible', { hasText: 'Rename' }).click();
  await page.getByLabel('Name').fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter a name.').waitFor();
  await page.getByLabel('Name').fill('Zoe at sea');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => namesOn(page), patience).toEqual(['bo (2).jpg', 'bo.jpg', 'Zoe at sea']);

  await page.getByLabel('Select bo.jpg').check();
  await page.getByLabel('Select Zoe at sea').check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByText('2 uploads deleted.').waitFor();
  expect(await namesOn(page)).toEqual(['bo (2).jpg']);
  if (javaScriptEnabled) expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 uploads restored.').waitFor();
  await expect.poll(() => namesOn(page), patience).toEqual(['bo (2).jpg', 'bo.jpg', 'Zoe at sea']);
});

test('the menu of a first tile lies on the screen of a tablet, without JavaScript', async () => {
  const account = await confirmedAccount(siteUrl);
  await addUploads(account, 'ada.jpg');
  const page = await newPage({ javaScriptEnabled: false, viewport: { width: 768, height: 1024 }, expectedFaults });
  await signIn(page, account);
  await page.goto('/my');
  await page.locator('[aria-label="More for ada.jpg"]').click();
  const menu = await page.locator('.menu:visible', { hasText: 'Rename' }).boundingBox();
  expect(menu!.x).toBeGreaterThanOrEqual(0);
});

test.each(ways)('a creation is deleted and restored; several are one zip file, $how', async ({ javaScriptEnabled }) => {
  const account = await confirmedAccount(siteUrl);
  const result = portraitBytes('kenji');
  await addCreations(
    inject('siteDataDirectory'),
    account.email,
    ['bo.jpg', 'ada.jpg'].map((name) => ({ name, result })),
  );
  const page = await newPage({ javaScriptEnabled, expectedFaults, ...(javaScriptEnabled ? phone : {}) });
  const faults: string[] = [];
  const look = async (where: string) => {
    if (javaScriptEnabled) faults.push(...(await faultsOf(page, where)));
  };
  await signIn(page, account);
  await page.goto('/my/creations');
  await heading(page, 'My Creations');

  await page.locator('[aria-label="More for ada.jpg"]').click();
  await page.locator('button.menu__item:visible', { hasText: 'Delete' }).click();
  await page.getByText('1 creation deleted.').waitFor();
  expect(await namesOn(page)).toEqual(['bo.jpg']);
  await look('a deletion that can be undone');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => namesOn(page), patience).toEqual(['ada.jpg', 'bo.jpg']);

  for (const name of ['ada.jpg', 'bo.jpg']) await page.getByLabel(`Select ${name}`).check();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // the bar covers no tile there
  await look('a selection');
  expect(faults).toEqual([]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download selected (zip)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('faceswap-2-creations.zip');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const files = readZip(Buffer.concat(chunks));
  expect(Object.keys(files).sort()).toEqual(['ada-faceswap.jpg', 'bo-faceswap.jpg']);
  for (const bytes of Object.values(files)) expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});
