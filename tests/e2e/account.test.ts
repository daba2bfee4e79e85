import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { withBrowser } from '../support/browser';

const { newPage } = withBrowser();

// Without scripts, Chromium reports each script it was told to fetch ahead as kept back by policy.
const scriptsKeptBack = /\/assets\/.*\.js csp$/;
const refusedForm = /status of 4\d\d/;

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();

/** How many mails about something have come for an address. */
async function mailsTo(page: Page, address: string, subject: string): Promise<string[]> {
  const html = await (await page.request.get('/dev/outbox')).text();
  const entries = [...html.matchAll(/<a href="([^"]+)">([^<]+)<\/a> to ([^ ]+) /g)];
  return entries.filter(([, , about, to]) => about === subject && to === address).map(([, path]) => path!);
}

/** Waits for a mail, opens it as its reader would, and follows its button. */
async function followMail(page: Page, address: string, subject: string, button: string): Promise<void> {
  await expect.poll(() => mailsTo(page, address, subject), { timeout: 20_000 }).not.toEqual([]);
  const [newest] = await mailsTo(page, address, subject);
  await page.goto(newest!);
  await page.getByRole('link', { name: button, exact: true }).click();
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Log in');
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password again').fill(password);
}

const accountMenu = (page: Page) => page.locator('header').getByLabel('Account Info').first();

async function logOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByText('Log Out').first().click();
  await page.getByRole('link', { name: 'Log in' }).first().waitFor();
}

const ways = [
  { how: 'with JavaScript', javaScriptEnabled: true },
  { how: 'without JavaScript', javaScriptEnabled: false },
];

test.each(ways)('an account from its first mail to a new password, $how', async ({ javaScriptEnabled }) => {
  const page = await newPage({ javaScriptEnabled, expectedFaults: [scriptsKeptBack, refusedForm] });
  const email = `${randomUUID()}@example.com`;
  const [first, second, third] = ['the first long phrase', 'the second long phrase', 'the third long phrase'];

  await page.goto('/signup?redirect=%2Fmy%2Fcreations');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(first!);
  await press(page, 'Sign Up');
  await heading(page, 'My Creations');
  await page.getByText(`We wrote to ${email}`).waitFor();

  await followMail(page, email, 'Confirm your e-mail address', 'Confirm my address');
  await press(page, 'Confirm my address');
  await page.getByText(`${email} is confirmed.`).waitFor();
  await logOut(page);

  await page.goto('/password-change');
  expect(new URL(page.url()).pathname).toBe('/login/google');
  await logIn(page, email, first!);
  await heading(page, 'Change password');
  await page.getByLabel('Old password').fill('not the password');
  await setPassword(page, second!);
  await press(page, 'Change password');
  await page.getByText('This is not your password.').waitFor();
  await page.getByLabel('Old password').fill(first!);
  await setPassword(page, second!);
  await press(page, 'Change password');
  await page.getByText('Your password is changed.').waitFor();
  await logOut(page);

  await page.goto('/login');
  await logIn(page, email, first!);
  await page.getByText('The e-mail address or the password is wrong.').waitFor();
  await page.getByRole('link', { name: 'Forgot it?' }).click();
  await heading(page, 'Forgot your password?');
  await page.getByLabel('E-mail').fill(email);
  await press(page, 'Send the link');
  await heading(page, 'Look into your mail');

  await followMail(page, email, 'Set a new password', 'Set a new password');
  await heading(page, 'Set a new password');
  await setPassword(page, third!);
  await press(page, 'Set new password');
  await heading(page, 'Welcome back');
  await page.getByText('Your new password is set.').waitFor();
  await logIn(page, email, third!);
  await accountMenu(page).waitFor();
  await page.goto('/my/creations');
  await heading(page, 'My Creations');

  const [used] = await mailsTo(page, email, 'Set a new password');
  await page.goto(used!);
  await page.getByRole('link', { name: 'Set a new password', exact: true }).click();
  await page.getByText('This link does not work').waitFor();
});

test.each(ways)('a swap waits until the address is confirmed, $how', async ({ javaScriptEnabled }) => {
  const page = await newPage({ javaScriptEnabled, expectedFaults: [scriptsKeptBack, refusedForm] });
  const email = `${randomUUID()}@example.com`;
  await page.goto('/signup?redirect=%2Fface-swap-photo');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('a long enough phrase');
  await press(page, 'Sign Up');
  await page.getByRole('button', { name: 'Malik' }).click();
  await page.getByRole('button', { name: 'Add Diego’s face' }).click();
  await page.getByText('Gets another face').waitFor();

  const confirm = () => page.getByLabel(/I may use this photo/).check();
  const swap = () => page.getByRole('button', { name: 'Swap for 1 credit' }).click();
  await confirm();
  await swap();
  await page.getByText('Please confirm your e-mail address first.').waitFor();
  const tool = page.url();

  await expect.poll(() => mailsTo(page, email, 'Confirm your e-mail address'), { timeout: 20_000 }).toHaveLength(1);
  await press(page, 'Send the mail again');
  await page.getByText('The mail is on its way.').waitFor();
  await expect.poll(() => mailsTo(page, email, 'Confirm your e-mail address'), { timeout: 20_000 }).toHaveLength(2);
  await followMail(page, email, 'Confirm your e-mail address', 'Confirm my address');
  await press(page, 'Confirm my address');
  await page.getByText(`${email} is confirmed.`).waitFor();

  await page.goto(tool);
  await heading(page, 'Who becomes whom?');
  expect(await page.getByText('Confirm your address first.').count()).toBe(0);
  await page
    .getByRole('radio', { name: /^Face 1/ })
    .first()
    .check({ force: true });
  await confirm();
  await swap();
  await heading(page, 'Your swap is ready');
});
