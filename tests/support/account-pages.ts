import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'vitest';

import { patience } from './patience';
import type { Credentials } from './site-account';

export const ways = [
  { how: 'with JavaScript', javaScriptEnabled: true },
  { how: 'without JavaScript', javaScriptEnabled: false },
];

/** Without JavaScript, Chromium reports preloaded scripts as blocked. */
export const scriptsKeptBack = /\/assets\/.*\.js csp$/;
const refusedForm = /status of 4\d\d/;
export const expectedFaults = [scriptsKeptBack, refusedForm];

export const freshAddress = () => `${randomUUID()}@example.com`;

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
export const press = (page: Page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).click();

export async function mailsTo(page: Page, address: string, subject: string): Promise<string[]> {
  const html = await (await page.request.get('/dev/outbox')).text();
  const entries = [...html.matchAll(/<a href="([^"]+)">([^<]+)<\/a> to ([^ ]+) /g)];
  return entries.filter(([, , about, to]) => about === subject && to === address).map(([, path]) => path!);
}

export async function mailArrives(page: Page, address: string, subject: string): Promise<string> {
  await expect.poll(() => mailsTo(page, address, subject), patience).not.toEqual([]);
  return (await mailsTo(page, address, subject))[0]!;
}

export async function followMail(page: Page, address: string, subject: string, button: string): Promise<void> {
  await page.goto(await mailArrives(page, address, subject));
  await page.getByRole('link', { name: button, exact: true }).click();
}

export async function signUp(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign Up');
}

export const demoUser: Credentials = { email: 'demo@faceswap.local', password: 'faceswap-demo' };

/** Sends the login form without its page, which the journeys of accounts, payments and photos fill in. */
export async function signIn(page: Page, { email, password }: Credentials = demoUser): Promise<void> {
  const { origin } = new URL((await page.request.get('/healthz')).url());
  const form = { email, password };
  const reply = await page.request.post('/login', { form, headers: { origin }, maxRedirects: 0 });
  expect(reply.status()).toBe(302);
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Log in');
}

export async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password again').fill(password);
}

export const accountMenu = (page: Page) => page.locator('header').getByLabel('Account Info').first();

export async function logOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByText('Log Out', { exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('link', { name: 'Log in' }).first().waitFor();
}

export const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
