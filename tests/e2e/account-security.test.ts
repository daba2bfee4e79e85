import { readFileSync } from 'node:fs';

import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';

import { codeOf, fromBase32, stepAt } from '#backend/domain/second-step/totp';
import { expectedFaults, heading, logIn, logOut, press, signIn, ways } from '#tests/support/account-pages';
import { faultsOf } from '#tests/support/axe';
import { readZip } from '#tests/support/read-zip';
import { withBrowser } from '#tests/support/browser';
import { confirmedAccount } from '#tests/support/site-account';

const { newPage } = withBrowser();

/** The next step is accepted, too: a test need not wait for it after a code of the present one. */
const nextCode = (key: string, steps = 0) => codeOf(fromBase32(key.replaceAll(' ', '')), stepAt(new Date()) + steps);

async function openSignedIn(page: Page, path: string) {
  const account = await confirmedAccount(inject('siteUrl'));
  await signIn(page, account);
  await page.goto(path);
  return account;
}

test.each(ways)('another device is logged out from the account page, $how', async (way) => {
  const phone = await newPage({ ...way, expectedFaults });
  const account = await openSignedIn(phone, '/my/account');
  await phone.getByText('This device').waitFor();
  const desktop = await newPage({ ...way, expectedFaults });
  await signIn(desktop, account);
  await desktop.goto('/my/account');
  await desktop.getByRole('button', { name: 'Log out Chrome on Linux' }).click();
  await desktop.getByText('The device is logged out.').waitFor();
  expect(await desktop.getByRole('button', { name: /^Log out (?!everywhere)/ }).count()).toBe(0);
  await phone.goto('/my/account');
  await heading(phone, 'Welcome back');
});

test('a passkey is added, logs in without password and code, and is removed', async () => {
  const page = await newPage({ expectedFaults });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  const { password } = await openSignedIn(page, '/my/account');
  await page.getByRole('link', { name: 'Manage passkeys' }).click();
  await heading(page, 'Passkeys');
  await page.getByLabel('Name', { exact: true }).fill('My phone');
  await page.getByLabel('Your password').fill('not it');
  await press(page, 'Add a passkey');
  await page.getByText('This is not your password.').waitFor();
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Add a passkey');
  await page.getByText('My phone can log in now.').waitFor();
  expect(await faultsOf(page, 'passkeys')).toEqual([]);
  await logOut(page);

  await page.goto('/login?redirect=%2Fmy%2Faccount%2Fpasskeys');
  await press(page, 'Use a passkey');
  await page.getByText(/last used/).waitFor();
  await page.getByText('Rename or remove My phone').click();
  const row = page.getByRole('list', { name: 'Passkeys' });
  await row.getByLabel('Name', { exact: true }).fill('Old phone');
  await row.getByRole('button', { name: 'Rename' }).click();
  await page.getByText('Rename or remove Old phone').waitFor();
  await row.getByLabel('Your password').fill(password);
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The passkey is removed.').waitFor();
  await logOut(page);
  await page.goto('/login');
  await press(page, 'Use a passkey');
  await page.getByText('This passkey is not known here').waitFor();
});

test('without JavaScript the page says that passkeys need it', async () => {
  const page = await newPage({ javaScriptEnabled: false, expectedFaults });
  await openSignedIn(page, '/my/account/passkeys');
  await page.getByText('Adding a passkey and logging in with one need JavaScript').waitFor();
});

test.each(ways)('all data is downloaded as a zip file, $how', async (way) => {
  const page = await newPage({ ...way, expectedFaults });
  const { email, password } = await openSignedIn(page, '/my/account');
  await page.getByRole('link', { name: 'Download my data' }).click();
  await heading(page, 'Download my data');
  await press(page, 'Prepare my data');
  await page.getByText('Enter your password.').waitFor();
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Prepare my data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data (zip)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('faceswap-data-1.zip');
  const files = readZip(readFileSync(await download.path()));
  expect(JSON.parse(files['account.json']!.toString())).toMatchObject({ complete: true, items: [{ email }] });
  expect(files['security-log.json']!.toString()).toContain('signed_in');
});

test.each(ways)('one-time codes, from set-up to a sign-in by recovery code, $how', async (way) => {
  const page = await newPage({ ...way, expectedFaults });
  const { email, password } = await openSignedIn(page, '/my/account');
  await page.getByRole('link', { name: 'Set up codes' }).click();
  await heading(page, 'One-time codes');
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Set up codes');
  await page.getByRole('img', { name: 'QR code of the key below' }).waitFor();
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await press(page, 'Turn codes on');
  await page.getByText('This code is wrong or has expired.').waitFor();
  expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe(key);
  if (way.javaScriptEnabled) expect(await faultsOf(page, 'the QR code')).toEqual([]);
  await page.getByLabel('Code', { exact: true }).fill(nextCode(key));
  await press(page, 'Turn codes on');
  await page.getByRole('link', { name: 'I have kept them' }).waitFor();
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download', exact: true }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(codes[9]);
  await page.getByRole('link', { name: 'I have kept them' }).click();
  await page.getByText('10 recovery codes left').waitFor();
  await logOut(page);

  const logInAgain = async (code: string) => {
    await page.goto('/login?redirect=%2Fmy%2Faccount');
    await logIn(page, email, password);
    await heading(page, 'Enter your code');
    await page.getByLabel('Code', { exact: true }).fill(code);
    await press(page, 'Log in');
  };
  await logInAgain('000000');
  await page.getByText('This code is wrong, has expired or was already used.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(nextCode(key, 1));
  await press(page, 'Log in');
  await page.getByText('10 recovery codes left').waitFor();
  await logOut(page);
  await logInAgain(codes[0]!);
  await page.getByText('9 recovery codes left').waitFor();

  await page.getByRole('link', { name: 'Change one-time codes' }).click();
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Turn codes off');
  await page.getByText('One-time codes are off.').waitFor();
  await page.getByRole('link', { name: 'Set up codes' }).waitFor();
});
