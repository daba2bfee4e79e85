import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';

import { calls, type CallName, type Input, type Output } from '#contract';
import { expectedFaults, heading, logIn, ways } from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';
import { detect, upload, waitForSwap } from '#tests/support/journey';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';
import { readZip } from '#tests/support/read-zip';
import { confirmedAccount, type Credentials } from '#tests/support/site-account';

const { newPage } = withBrowser();

const siteUrl = inject('siteUrl');
const fetchFromSite = (path: string, init?: RequestInit) => fetch(new URL(path, siteUrl), init);

async function caller({ email, password }: Credentials) {
  let token = '';
  const call = async <N extends CallName>(name: N, input: Input<N>): Promise<Output<N>> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const body = JSON.stringify(input);
    const response = await fetchFromSite(`/api${calls[name].path}`, { method: 'POST', headers, body });
    const envelope = await response.json();
    if (envelope.code !== 200) throw new Error(`${name}: ${envelope.message}`);
    return envelope.data;
  };
  token = (await call('email_login', { email, password })).token;
  return { call };
}

type Caller = Awaited<ReturnType<typeof caller>>;

async function addUploads(who: Caller, ...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push(await upload({ fetch: fetchFromSite }, who, portraitBytes('amara'), name));
  return ids;
}

async function addCreations(who: Caller, ...names: string[]): Promise<void> {
  const { face_id } = await who.call('upload_sample_face', { sample: 'kenji' });
  for (const material_id of await addUploads(who, ...names)) {
    const isReady = async () => (await who.call('upload_material_detail', { material_id })).material.status === 'ready';
    await expect.poll(isReady, patience).toBe(true);
    expect((await detect(who, material_id)).status).toBe('succeeded');
    const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' } as never;
    const { order_id } = await who.call('faceswap_create', swap);
    await waitForSwap(who, order_id);
  }
}

const namesOn = (page: Page) => page.locator('.creations h2').allTextContents();

test.each(ways)('uploads are renamed, sorted, selected, deleted and restored, $how', async ({ javaScriptEnabled }) => {
  const account = await confirmedAccount(siteUrl);
  await addUploads(await caller(account), 'bo.jpg', 'bo.jpg', 'ada.jpg');
  const page = await newPage({ javaScriptEnabled, expectedFaults });
  await page.goto('/login/google?redirect=%2Fmy%2Fuploads');
  await logIn(page, account.email, account.password);
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

test.each(ways)('a creation is deleted and restored; several are one zip file, $how', async ({ javaScriptEnabled }) => {
  const account = await confirmedAccount(siteUrl);
  await addCreations(await caller(account), 'bo.jpg', 'ada.jpg');
  const page = await newPage({ javaScriptEnabled, expectedFaults });
  await page.goto('/login/google?redirect=%2Fmy%2Fcreations');
  await logIn(page, account.email, account.password);
  await heading(page, 'My Creations');

  await page.locator('[aria-label="More for ada.jpg"]').click();
  await page.locator('button.menu__item:visible', { hasText: 'Delete' }).click();
  await page.getByText('1 creation deleted.').waitFor();
  expect(await namesOn(page)).toEqual(['bo.jpg']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => namesOn(page), patience).toEqual(['ada.jpg', 'bo.jpg']);

  for (const name of ['ada.jpg', 'bo.jpg']) await page.getByLabel(`Select ${name}`).check();
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
