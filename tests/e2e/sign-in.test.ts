import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';

import {
  accountMenu,
  expectedFaults,
  followMail,
  freshAddress,
  heading,
  logIn,
  logOut,
  pathOf,
  press,
  setPassword,
  signIn,
  signUp,
  ways,
} from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';
import { personCookie } from '#tests/support/identity-provider';
import { portraitBytes } from '#tests/support/portraits';

const { newPage } = withBrowser();
const password = 'a long enough phrase';

async function atProvider(page: Page, email: string): Promise<void> {
  const person = { sub: `sub-${email}`, email, email_verified: true, name: 'Ada Lovelace' };
  const value = encodeURIComponent(JSON.stringify(person));
  await page.context().addCookies([{ name: personCookie, value, url: inject('identityProviderUrl') }]);
}

async function register(page: Page, email: string): Promise<void> {
  const reply = await page.request.post('/api/email/register', { data: { email, password } });
  expect(reply.ok()).toBe(true);
}

/** Ends all sessions, from another client. */
async function signOutElsewhere(page: Page, email: string): Promise<void> {
  const { data } = await (await page.request.post('/api/email/login', { data: { email, password } })).json();
  const headers = { authorization: `Bearer ${data.token}` };
  const reply = await page.request.post('/api/my/sign_out_everywhere', { headers, data: {} });
  expect(reply.ok()).toBe(true);
}

async function disconnectGoogle(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Disconnect Google' }).click();
  await heading(page, 'Disconnect Google?');
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Disconnect Google');
  await page.getByText('Google is disconnected.').waitFor();
}

async function connectGoogle(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Connect Google' }).click();
  await heading(page, 'Connect Google');
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Allow Google again');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByText('Google is connected.').waitFor();
  await heading(page, 'Ada Lovelace');
}

test.each(ways)('Google leads back to the page asked for, and shows who deletes, $how', async (way) => {
  const page = await newPage({ ...way, expectedFaults });
  const email = freshAddress();
  await atProvider(page, email);
  await page.goto('/?via=a-friend');
  await page.goto('/my/account');
  expect(pathOf(page)).toBe('/login/google?redirect=%2Fmy%2Faccount');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await heading(page, 'Ada Lovelace');
  expect(pathOf(page)).toBe('/my/account');
  await page.getByText('Connected since').getByText(email).waitFor();
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'faceswap_google' }));

  await page.getByRole('link', { name: 'Set a password' }).click();
  await press(page, 'Send the link');
  await followMail(page, email, 'Set a new password', 'Set a new password');
  await setPassword(page, password);
  await press(page, 'Set new password');
  await page.getByText('Your new password is set.').waitFor();
  await page.goto('/login?redirect=%2Fmy%2Faccount');
  await logIn(page, email, password);
  await heading(page, 'Ada Lovelace');
  await disconnectGoogle(page);
  await connectGoogle(page);
  await logOut(page);

  await page.goto('/login/google?redirect=%2Fmy%2Faccount%3Fstep%3Ddelete');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await heading(page, 'Delete your account?');
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Delete my account');
  await page.getByText('Your account is deleted').waitFor();
});

/**
 * An account's detections run one by one: later ones wait and poll. Returns what removes those that still wait; each of
 * them may wait for a swap of another test.
 */
async function keepWorkersBusy(page: Page, email: string): Promise<() => Promise<void>> {
  const { data } = await (await page.request.post('/api/email/login', { data: { email, password } })).json();
  const headers = { authorization: `Bearer ${data.token}` };
  const post = async (path: string, body: object) =>
    (await (await page.request.post(`/api/${path}`, { data: body, headers })).json()).data;
  const photo = portraitBytes('amara');
  const materials: string[] = [];
  for (let count = 0; count < 6; count++) {
    const { material_id, upload } = await post('upload/sign_url', { format: 'jpg', size: photo.length });
    await page.request.fetch(upload.url, { method: upload.method, headers: upload.headers, data: photo });
    await post('upload/detect_create', { material_id });
    materials.push(material_id);
  }
  return async () => {
    for (const material_id of materials) await post('del/material', { material_id });
  };
}

/** A file is chosen on the tool's page after the session has ended, and uploaded after login, on the same page. */
async function choosesFileWithoutSession(page: Page, email: string): Promise<void> {
  await page.goto('/face-swap-photo');
  await heading(page, 'Drop a photo here');
  await signOutElsewhere(page, email);
  await page.getByLabel('Choose a photo').setInputFiles('public/samples/portraits/sofia.jpg');
  await heading(page, 'Welcome back');
  await page.getByText('You were logged out. Log in and you are back where you were.').waitFor();
  expect(pathOf(page)).toBe('/login/google?redirect=%2Fface-swap-photo');
  await logIn(page, email, password);
  await heading(page, 'Who becomes whom?');
  expect(await page.locator('.snackbar').count()).toBe(0);
  await page.getByAltText(/^sofia/).waitFor();
  expect(pathOf(page)).toMatch(/^\/face-swap-photo\?material=/);
}

test('a session that ends on an open page leads to the login route and back, with a chosen file and in the middle of polling', async () => {
  const page = await newPage({ expectedFaults });
  const email = freshAddress();
  await register(page, email);
  await signIn(page, { email, password });
  await choosesFileWithoutSession(page, email);

  await page.goto('/face-swap-photo');
  const letWorkersGo = await keepWorkersBusy(page, email);
  const asked = page.waitForRequest(/\/resources\/detection/);
  let letGo = () => {};
  const ended = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/resources\/detection/, (route) => ended.then(() => route.continue()));
  await page.getByRole('button', { name: 'Malik' }).click();
  await asked;
  await letWorkersGo();
  await signOutElsewhere(page, email);
  letGo();
  await heading(page, 'Welcome back');
  await page.getByText('You were logged out. Log in and you are back where you were.').waitFor();
  expect(pathOf(page)).toMatch(/^\/login\/google\?redirect=%2Fface-swap-photo%3Fmaterial%3D/);
  expect(await accountMenu(page).count()).toBe(0);
  await logIn(page, email, password);
  await heading(page, 'Who becomes whom?');
});

test('the same where the page loads itself anew, without JavaScript', async () => {
  const page = await newPage({ javaScriptEnabled: false, expectedFaults });
  const email = freshAddress();
  await register(page, email);
  await signIn(page, { email, password });
  await page.goto('/face-swap-photo');
  await page.getByRole('button', { name: 'Malik' }).click();
  await page.waitForURL(/material=/);
  await signOutElsewhere(page, email);
  await page.reload();
  await page.getByText('You were logged out. Log in and you are back where you were.').waitFor();
  expect(pathOf(page)).toMatch(/^\/login\/google\?redirect=%2Fface-swap-photo%3Fmaterial%3D/);
  await logIn(page, email, password);
  await heading(page, 'Who becomes whom?');
});

test.each(ways)('after the log-out, the browser’s history shows no personal page, $how', async (way) => {
  const page = await newPage({ javaScriptEnabled: way.javaScriptEnabled, expectedFaults });
  await signIn(page);
  await page.goto('/my/creations');
  await page.goto('/pricing');
  await page.goBack();
  await heading(page, 'My Creations');
  await page.goForward();
  await page.waitForURL('**/pricing');
  await logOut(page);
  for (const path of ['/pricing', '/login/google']) {
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  }
  await heading(page, 'Welcome back');
});

test('wrong passwords at the API and on the page count together: how long to wait', async () => {
  // Guesses count per network, and localhost has several addresses.
  const site = `http://127.0.0.1:${new URL(inject('siteUrl')).port}`;
  const email = freshAddress();
  const call = (path: string, body: object) =>
    fetch(`${site}/api${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const pageAfter = async (given: string) => {
    const body = new URLSearchParams({ email, password: given });
    return (await fetch(`${site}/login`, { method: 'POST', body, headers: { origin: site } })).text();
  };
  expect((await call('/email/register', { email, password })).status).toBe(200);
  for (let tries = 0; tries < 9; tries++) await call('/email/login', { email, password: 'not it' });
  expect(await pageAfter('not it')).toContain('The e-mail address or the password is wrong.');
  const locked = await pageAfter(password);
  expect(locked).toMatch(/Too many wrong passwords for this address. Wait 1\d minutes/);
  expect(locked).toContain(`value="${email}"`);
});

test('where a visitor came from is kept in the browser with every navigation, and sent when an account is made', async () => {
  const page = await newPage({ expectedFaults });
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('attribution') ?? 'null') as unknown);
  const record = { utm_source: 'news', utm_medium: 'mail', utm_campaign: '', utm_content: '', click_id: '7' };
  await page.goto('/?utm_source=news&utm_medium=mail&click_id=7');
  await expect.poll(kept).toEqual(record);
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Sign Up' }).first().click();
  await heading(page, 'Create your account');
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('attribution=');
  await signUp(page, freshAddress(), password);
  await heading(page, 'Check your e-mail');
  await page.goto('/face-swap-photo?via=ada');
  await expect.poll(kept).toEqual({ ...record, utm_source: 'ada', utm_medium: '', click_id: '' });
});
