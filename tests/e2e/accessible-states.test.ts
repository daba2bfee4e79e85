import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';

import { followMail, freshAddress, press, signUp } from '#tests/support/account-pages';
import { faultsOnScreens, scrollsSideways } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { makeClip } from '#tests/support/clips';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { confirmedAccount, type Credentials } from '#tests/support/site-account';
import { checkChip, chooseFace, heading, logInTo, sendFile } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

async function buyPack(page: Page, account: Credentials): Promise<string> {
  const { data: session } = await (await page.request.post('/api/email/login', { data: account })).json();
  const headers = { authorization: `Bearer ${session.token}` };
  const call = async (path: string, data: object) =>
    (await (await page.request.post(`/api/${path}`, { headers, data })).json()).data;
  const { payment_id, action } = await call('stripe/buy', { product_id: 'pack_50' });
  const checkout = new URL(action.url).searchParams.get('checkout')!;
  await page.request.post('/dev/pay', { form: { checkout, outcome: 'succeed' }, maxRedirects: 0 });
  await call('payment/verify', { id: payment_id, type: 'once' });
  return payment_id;
}

test('axe finds nothing on the pages of an activation', async () => {
  const page = await newPage();
  const email = freshAddress();
  await page.goto('/signup');
  await signUp(page, email, 'a long enough phrase');
  await heading(page, 'Check your e-mail');
  const elsewhere = await newPage();
  await followMail(elsewhere, email, 'Confirm your e-mail address', 'Confirm my address');
  await elsewhere.getByRole('button', { name: 'Confirm my address' }).waitFor();
  const link = elsewhere.url();
  const faults = await faultsOnScreens(elsewhere, 'confirming');
  await press(elsewhere, 'Confirm my address');
  await heading(elsewhere, 'Welcome back');
  faults.push(...(await faultsOnScreens(elsewhere, 'login with the address')));
  await elsewhere.goto(link);
  await elsewhere.getByText('This link was already used.').waitFor();
  faults.push(...(await faultsOnScreens(elsewhere, 'a used link')));
  expect(faults).toEqual([]);
});

test('axe finds nothing on an invoice, a page of a face and the add dialog', async () => {
  const page = await newPage();
  const account = await confirmedAccount(inject('siteUrl'));
  const payment = await buyPack(page, account);
  await logInTo(page, `/my/invoice?payment=${payment}`, account, 'Invoice');
  await page.getByText('Add your name and address').click();
  const faults = await faultsOnScreens(page, 'an invoice');
  await page.goto('/my/faces');
  await page.getByRole('button', { name: 'Add a face', exact: true }).click();
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByText('Bring your face into the oval').waitFor();
  faults.push(...(await faultsOnScreens(page, 'adding a face: the camera')));
  await page.keyboard.press('Enter'); // takes the photo
  await page.getByRole('img', { name: 'The photo just taken' }).waitFor();
  await page.keyboard.press('Enter'); // uses it
  await page.getByRole('img', { name: 'The chosen one' }).waitFor();
  await page.getByLabel('A photo of the face').setInputFiles(portraitPath('freya'));
  await page.getByRole('img', { name: 'The chosen one' }).waitFor();
  await page.getByLabel(/^This is me/).check();
  faults.push(...(await faultsOnScreens(page, 'adding a face: the photo')));
  await page.getByRole('button', { name: 'Add face' }).click();
  await page.getByRole('button', { name: 'Done' }).waitFor();
  faults.push(...(await faultsOnScreens(page, 'adding a face: what was found')));
  await page.getByRole('button', { name: 'Done' }).click();
  await page.locator('.face-tile a').first().click();
  await page.waitForURL(/\/my\/face\?/);
  faults.push(...(await faultsOnScreens(page, 'a face')));
  expect(faults).toEqual([]);
});

test('axe finds nothing on the player of a result; the five steps of a video fit a small screen', async () => {
  const page = await newPage();
  await logInTo(page, '/face-swap-video', await confirmedAccount(inject('siteUrl')));
  await sendFile(page, await makeClip(join(scratchFolder(), 'us.mp4'), 'mp4'), true);
  await page.getByRole('button', { name: 'Find the people' }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'Find the people' }).click();
  await heading(page, 'Who becomes whom?');
  await chooseFace(page, 'Otto');
  await page.getByLabel(/I may use this/).check();
  await page.getByRole('button', { name: /^Swap for/ }).click();
  await heading(page, 'Your swap is ready');
  const faults = await faultsOnScreens(page, 'the wipe');
  await page.getByRole('button', { name: 'Side by side' }).click();
  faults.push(...(await faultsOnScreens(page, 'side by side')));
  expect(faults).toEqual([]);
});

test('axe finds nothing on the steps of several photos', async () => {
  const page = await newPage();
  await logInTo(page, '/face-swap-photo', await confirmedAccount(inject('siteUrl')));
  const photos = ['public/samples/scenes/duo.jpg', portraitPath('sofia'), 'README.md'];
  await page.getByLabel(/^Choose a photo/).setInputFiles(photos);
  await page.getByRole('button', { name: 'Go on with 2 photos' }).waitFor();
  const faults = await faultsOnScreens(page, 'chosen photos');
  await page.getByRole('button', { name: 'Go on with 2 photos' }).click();
  await page.getByRole('radio', { name: 'Leave out' }).nth(1).waitFor();
  await checkChip(page.getByRole('radio', { name: 'Kenji' }));
  faults.push(...(await faultsOnScreens(page, 'persons of several photos')));
  await page.getByLabel(/I may use this/).check();
  await page.getByRole('button', { name: /^Swap 2 photos/ }).click();
  await heading(page, 'All done');
  faults.push(...(await faultsOnScreens(page, 'a batch')));
  expect(faults).toEqual([]);
});
