import { randomUUID } from 'node:crypto';

import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { demoUser, signIn } from '#tests/support/account-pages';
import { faultsOf, faultsOnScreens, screens, type Screen } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { keyboardOf } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

/** Together they use every component. */
const everywhere = ['/', '/pricing', '/dev/ui', '/face-swap-photo'];
/** One screen size each, alternating. */
const inTurn = [
  '/signup',
  '/payment-success',
  '/signup?sent=1',
  '/activate?code=none',
  '/password-reset',
  '/password-reset?sent=1',
  '/password-reset?code=none',
  '/dev/outbox',
  '/no/such/page',
  '/face-swap-photo?sample=sofia',
  '/shared?token=none',
];
const everywhereSignedIn = ['/my', '/my/account'];
const inTurnSignedIn = [
  '/my/creations',
  '/my/uploads?type=gif',
  '/my/faces',
  '/my/credits',
  '/my/account?step=delete',
  '/my/account/email',
  '/my/api',
  '/my/api/webhooks',
  '/password-change',
];

/** The outbox page must not be empty. */
async function receiveMail(page: Page, email: string): Promise<void> {
  await page.request.post('/api/email/register', { data: { email, password: 'a long enough phrase' } });
  do await page.goto('/dev/outbox');
  while ((await page.getByText(email).count()) === 0);
}

test('axe finds nothing on any page, wide and dark, narrow and light', async () => {
  const narrow = { viewport: { width: 390, height: 844 }, theme: 'light' } as const;
  const page = await newPage({ ...narrow, expectedFaults: [/status of 40[04]/] });
  const faults: string[] = [];
  const look = async (where: string, on?: Screen[]) => void faults.push(...(await faultsOnScreens(page, where, on)));
  const visit = async (path: string, on?: Screen[]) => {
    await page.goto(path);
    await look(path, on);
  };
  const visitInTurn = async (paths: string[]) => {
    for (const [index, path] of paths.entries()) await visit(path, [screens[index % screens.length]!]);
  };
  const lookOnPhone = async (where: string) => void faults.push(...(await faultsOf(page, where)));

  await receiveMail(page, `axe-${randomUUID()}@example.com`);
  for (const path of everywhere) await visit(path);
  await visitInTurn(inTurn);
  await page.goto('/login/google?redirect=%2Fmy%2Fcreations');
  await look('logging in');
  await signIn(page);
  for (const path of everywhereSignedIn) await visit(path);
  await visitInTurn(inTurnSignedIn);
  await visit('/face-swap');

  await page.getByRole('button', { name: 'Sofia' }).click();
  await page.getByRole('heading', { name: 'Who becomes whom?' }).waitFor();
  await look('choosing faces');
  await page.getByRole('button', { name: 'Add a face for person 1' }).click();
  await page.getByRole('dialog').waitFor();
  await lookOnPhone('adding a face');
  await page.keyboard.press('Escape');
  expect(faults).toEqual([]);
});

test('the whole way can be walked by keyboard, from the photo to the swap with no more than four elements', async () => {
  const page = await newPage();
  const { used, tabTo } = keyboardOf(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await page.goto('/login/google?redirect=%2Fface-swap-photo');
  await tabTo(/^E-mail/);
  await page.keyboard.type(demoUser.email);
  await tabTo(/^Password/);
  await page.keyboard.type(demoUser.password);
  await press('Enter');
  await page.getByRole('heading', { name: 'Drop a photo here' }).waitFor();
  const before = used.length;
  await tabTo(/^Sofia/);
  await press('Enter');
  await page.getByRole('heading', { name: 'Who becomes whom?' }).waitFor();
  await tabTo(/^Keep original/);
  await press('ArrowRight');
  await page.getByText(/^Becomes /).waitFor();
  await tabTo(/^I may use this photo/);
  await press('Space');
  await tabTo(/^Swap for/);
  await press('Enter');
  expect(used.length - before).toBeLessThanOrEqual(4);
  await page.getByRole('heading', { name: 'Your swap is ready' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Your swap is ready' }).waitFor({ state: 'attached' });
  await tabTo(/^Compare original and result/);
  await press('ArrowLeft', 'ArrowLeft');
  expect(await page.getByRole('slider').inputValue()).toBe('48');
  expect(await page.locator('.compare').evaluate((element) => element.style.getPropertyValue('--split'))).toBe('48%');
  await tabTo(/^Delete sofia/);
  await press('Enter');
  await page.getByRole('heading', { name: 'My Creations' }).waitFor();
  await page.getByText('1 creation deleted.').waitFor();
});
