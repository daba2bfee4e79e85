import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import {
  accountMenu,
  expectedFaults,
  followMail,
  freshAddress,
  heading,
  logIn,
  logOut,
  mailArrives,
  mailsTo,
  pathOf,
  press,
  setPassword,
  signIn,
  signUp,
  ways,
} from '#tests/support/account-pages';
import { faultsOnScreens, scrollsSideways } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { patience } from '#tests/support/patience';
import { chooseFace } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

test.each(ways)('an account from its first mail to its last, $how', async ({ javaScriptEnabled }) => {
  const page = await newPage({ javaScriptEnabled, expectedFaults });
  const email = freshAddress();
  const [first, second, third] = ['the first long phrase', 'the second long phrase', 'the third long phrase'];

  await page.goto('/signup?redirect=%2Fmy%2Fcreations');
  await signUp(page, email, first!);
  await heading(page, 'Check your e-mail');
  await page.getByText(`We wrote to ${email}`).waitFor();

  await followMail(page, email, 'Confirm your e-mail address', 'Confirm my address');
  if (!javaScriptEnabled) await press(page, 'Confirm my address');
  await page.getByText(`${email} is confirmed, and you are logged in.`).waitFor();
  await heading(page, 'My Creations');
  expect(pathOf(page)).toBe('/my/creations');
  await logOut(page);

  await page.goto('/password-change');
  expect(pathOf(page)).toBe('/login/google?redirect=%2Fpassword-change');
  await logIn(page, email, first!);
  await heading(page, 'Change password');
  await page.getByLabel('Old password').fill(first!);
  await setPassword(page, second!);
  await press(page, 'Change password');
  await page.getByText('Your password is changed.').waitFor();
  await logOut(page);

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot it?' }).click();
  await heading(page, 'Forgot your password?');
  await page.getByLabel('E-mail').fill(email);
  await press(page, 'Send the link');
  await heading(page, 'Check your e-mail');

  await followMail(page, email, 'Set a new password', 'Set a new password');
  await heading(page, 'Set a new password');
  await setPassword(page, third!);
  await press(page, 'Set new password');
  await heading(page, 'Welcome back');
  await page.getByText('Your new password is set.').waitFor();

  await page.goto('/login?redirect=%2Fmy%2Faccount');
  await logIn(page, email, third!);
  await page.getByLabel('Name', { exact: true }).fill('Countess');
  await press(page, 'Save');
  await heading(page, 'Countess');

  const next = freshAddress();
  await page.getByRole('link', { name: 'Change the e-mail address' }).click();
  await heading(page, 'Change your e-mail address');
  await page.getByLabel('New e-mail address').fill('not an address');
  await press(page, 'Send the link');
  await page.getByText('Enter an e-mail address like name@example.com.').waitFor();
  await page.getByText('Enter your password.').waitFor();
  expect(await page.getByLabel('New e-mail address').inputValue()).toBe('not an address');
  await page.getByLabel('New e-mail address').fill(next);
  await page.getByLabel('Your password').fill(third!);
  await press(page, 'Send the link');
  await page.getByText(`We sent a link to ${next}.`).waitFor();
  await mailArrives(page, email, 'Your account is to get another e-mail address');
  await followMail(page, next, 'Confirm your new e-mail address', 'Use this address');
  await heading(page, 'Use this address?');
  await press(page, 'Use this address');
  await page.getByText(`Your e-mail address is now ${next}.`).waitFor();
  await mailArrives(page, email, 'Your account has another e-mail address now');

  await page.getByRole('link', { name: 'Delete…' }).click();
  await heading(page, 'Delete your account?');
  await page.getByLabel('Your password').fill(third!);
  await press(page, 'Delete my account');
  await page.getByText('Your account is deleted').waitFor();
  expect(await accountMenu(page).count()).toBe(0);
  await mailArrives(page, next, 'Your account is deleted');
});

/** The address may name a drawn face by its sample or, once it is added, by its id. */
const placeOf = (page: Page) => pathOf(page).replace(/face\.p1=[^&]+/, 'face.p1=chosen');

test.each(ways)('a swap waits until the address is confirmed, $how', async ({ javaScriptEnabled }) => {
  const page = await newPage({ javaScriptEnabled, expectedFaults });
  const email = freshAddress();
  await page.goto('/signup?redirect=%2Fface-swap-photo');
  await signUp(page, email, 'a long enough phrase');
  await heading(page, 'Check your e-mail');
  await page.locator('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await heading(page, 'Welcome back');
  await logIn(page, email, 'a long enough phrase');
  await page.getByRole('button', { name: 'Malik' }).click();
  await heading(page, 'Who becomes whom?');
  await chooseFace(page, 'Diego');

  await page.getByLabel(/I may use this photo/).check();
  await page.getByRole('button', { name: 'Swap for 1 credit' }).click();
  await page.getByText('Please confirm your e-mail address first.').waitFor();

  await expect.poll(() => mailsTo(page, email, 'Confirm your e-mail address'), patience).toHaveLength(1);
  await press(page, 'Send the mail again');
  await page.getByText('The e-mail is on its way.').waitFor();
  const tool = placeOf(page);
  await expect.poll(() => mailsTo(page, email, 'Confirm your e-mail address'), patience).toHaveLength(2);
  await followMail(page, email, 'Confirm your e-mail address', 'Confirm my address');
  if (!javaScriptEnabled) await press(page, 'Confirm my address');
  await page.getByText(`${email} is confirmed.`).waitFor();

  expect(placeOf(page)).toBe(tool);
  await heading(page, 'Who becomes whom?');
  await page.getByRole('button', { name: 'Swap for 1 credit' }).waitFor();
  expect(await page.getByText('Confirm your address first.').count()).toBe(0);
});

test.each(ways)('the link of the mail confirms on another device, which then logs in, $how', async (way) => {
  const email = freshAddress();
  const password = 'a long enough phrase';
  const faults: string[] = [];
  const look = async (page: Page, where: string) => {
    if (way.javaScriptEnabled) faults.push(...(await faultsOnScreens(page, where)));
  };
  const desktop = await newPage({ ...way, expectedFaults });
  await desktop.goto('/signup?redirect=%2Fmy%2Fcreations');
  await signUp(desktop, email, password);
  await heading(desktop, 'Check your e-mail');

  const phone = await newPage({ ...way, expectedFaults });
  await followMail(phone, email, 'Confirm your e-mail address', 'Confirm my address');
  await phone.getByRole('button', { name: 'Confirm my address' }).waitFor();
  await look(phone, 'confirming');
  await press(phone, 'Confirm my address');
  await phone.getByText(`${email} is confirmed.`).waitFor();
  await heading(phone, 'Welcome back');
  await look(phone, 'login with the address');
  expect(await phone.getByLabel('E-mail').inputValue()).toBe(email);
  expect(await accountMenu(phone).count()).toBe(0);
  await logIn(phone, email, password);
  await phone.waitForURL('**/my');

  await desktop.goto((await mailsTo(desktop, email, 'Confirm your e-mail address'))[0]!);
  await desktop.getByRole('link', { name: 'Confirm my address', exact: true }).click();
  await desktop.getByText('This link was already used.').waitFor();
  expect(await desktop.getByRole('button', { name: 'Confirm my address' }).count()).toBe(0);
  await look(desktop, 'a used link');
  expect(faults).toEqual([]);
});

test('a file chosen before the sign-up is uploaded after the link of the mail, in one click', async () => {
  const page = await newPage({ expectedFaults });
  const email = freshAddress();
  await page.goto('/face-swap-photo');
  await page.getByLabel('Choose a photo').setInputFiles('public/samples/portraits/sofia.jpg');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await signUp(page, email, 'a long enough phrase');
  await heading(page, 'Check your e-mail');
  const mailbox = await page.context().newPage();
  await followMail(mailbox, email, 'Confirm your e-mail address', 'Confirm my address');
  await heading(mailbox, 'Who becomes whom?');
  await mailbox.getByAltText('sofia.jpg').waitFor();
});

test('an address that is longer than a line widens no page', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } });
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.${randomUUID()}.example.com`;
  const password = 'a long enough phrase';
  const wide: string[] = [];
  const look = async (where: string) => {
    if (await scrollsSideways(page)) wide.push(where);
  };
  await page.goto('/signup');
  await signUp(page, email, password);
  await heading(page, 'Check your e-mail');
  await look('signing up');
  await signIn(page, { email, password });
  await page.goto('/my');
  await page.getByText('Confirm your address first.').waitFor();
  await look('the overview');
  await press(page, 'Send the mail again');
  await page.getByText('The e-mail is on its way.').waitFor();
  expect(pathOf(page)).toBe('/my');
  await page.goto('/my/account/email');
  await page.getByLabel('New e-mail address').fill(`c${email}`);
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Send the link');
  await page.getByText(`We sent a link to c${email}`).waitFor();
  await look('the message above the account');
  await page.goto('/face-swap-photo');
  await page.getByRole('button', { name: 'Malik' }).click();
  await heading(page, 'Who becomes whom?');
  await page.getByText('Confirm your address first.').waitFor();
  await look('choosing faces');
  expect(wide).toEqual([]);
});
