import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { swapConsent } from '#contract';
import { press } from '#tests/support/account-pages';
import { faultsOf } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { chooseFace } from '#tests/support/tool-pages';
import { webhookReceiver } from '#tests/support/webhooks';

const { newPage } = withBrowser();

const screens = [
  { viewport: { width: 1440, height: 900 }, theme: 'dark' },
  { viewport: { width: 390, height: 844 }, theme: 'light' },
] as const;

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

/** The endpoint has a delivery. */
async function openEndpoint(page: Page): Promise<void> {
  const receiver = await webhookReceiver(500);
  await page.goto('/my/api/webhooks');
  await page.getByLabel('Address').fill(`${receiver.url}/hook`);
  await press(page, 'Add the endpoint');
  await page.getByRole('link', { name: 'send a test event' }).click();
  await press(page, 'Send a test event');
  const ping = page.getByRole('listitem').filter({ hasText: 'ping' }); // other files' swaps send messages as well
  await ping.getByText('1 attempt', { exact: true }).click();
}

test.each(screens)('axe finds nothing on any page, $viewport.width px, $theme', async (screen) => {
  const page = await newPage({ ...screen, expectedFaults: [/status of 40[04]/] });
  const faults: string[] = [];
  const visit = async (path: string) => {
    await page.goto(path);
    faults.push(...(await faultsOf(page, path)));
  };
  const turn = screens.indexOf(screen);
  const ofTurn = (paths: string[]) => paths.filter((_path, index) => index % screens.length === turn);
  await receiveMail(page, `axe-${screen.viewport.width}@example.com`);
  for (const path of [...everywhere, ...ofTurn(inTurn)]) await visit(path);
  await page.goto('/login/google?redirect=%2Fmy%2Fcreations');
  faults.push(...(await faultsOf(page, 'logging in')));
  await page.getByLabel('E-mail').fill('demo@faceswap.local');
  await page.getByLabel('Password').fill('faceswap-demo');
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'My Creations' }).waitFor();
  await openEndpoint(page);
  faults.push(...(await faultsOf(page, 'a webhook')));
  for (const path of [...everywhereSignedIn, ...ofTurn(inTurnSignedIn), '/face-swap']) await visit(path);

  await page.getByRole('button', { name: 'Sofia' }).click();
  await page.getByRole('heading', { name: 'Who becomes whom?' }).waitFor();
  faults.push(...(await faultsOf(page, 'choosing faces')));
  expect(faults).toEqual([]);
  if (turn === 0) return; // the others run at phone size
  await page.getByRole('button', { name: 'Add a face for person 1' }).click();
  await page.getByRole('dialog').waitFor();
  faults.push(...(await faultsOf(page, 'adding a face')));
  await page.keyboard.press('Escape');
  await chooseFace(page, 'Kenji');
  await page.getByText('Becomes Kenji').waitFor();
  faults.push(...(await faultsOf(page, 'a chosen face')));
  await page.getByRole('button', { name: /^Swap for/ }).click();
  await page.getByText(swapConsent).waitFor();
  faults.push(...(await faultsOf(page, 'a missing consent')));
  await page.getByRole('button', { name: 'Free preview' }).click();
  await page.getByAltText('Preview with the faces swapped').waitFor();
  faults.push(...(await faultsOf(page, 'a preview')));
  await page.getByLabel(/I may use this/).check();
  await page.getByRole('button', { name: /^Swap for/ }).click();
  await page.getByRole('heading', { name: 'Your swap is ready' }).waitFor();
  await page.getByText('Report a problem').click();
  faults.push(...(await faultsOf(page, 'a result')));
  await page.getByRole('button', { name: /^Delete sofia/ }).click();
  await page.getByRole('heading', { name: 'My Creations' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 creation restored.').waitFor();
  const [selectable] = await page.getByLabel(/^Select sofia/).all();
  await selectable!.check();
  await page.getByText('1 selected').waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // the bar covers no tile there
  faults.push(...(await faultsOf(page, 'a selection')));
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByText('1 creation deleted.').waitFor();
  faults.push(...(await faultsOf(page, 'a deletion that can be undone')));
  expect(faults).toEqual([]);
});

test('the whole way can be walked by keyboard', async () => {
  const page = await newPage();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const tabTo = async (name: RegExp) => {
    for (let step = 0; step < 60; step++) {
      await press('Tab');
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
      });
      if (name.test(label)) return;
    }
    throw new Error(`Tab never came to ${name}.`);
  };

  await page.goto('/login/google?redirect=%2Fface-swap-photo');
  await tabTo(/^E-mail/);
  await page.keyboard.type('demo@faceswap.local');
  await tabTo(/^Password/);
  await page.keyboard.type('faceswap-demo');
  await press('Enter');
  await page.getByRole('heading', { name: 'Drop a photo here' }).waitFor();
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
  await page.getByRole('heading', { name: 'Your swap is ready' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Your swap is ready' }).waitFor({ state: 'attached' });
  await tabTo(/^Compare original and result/);
  await press('ArrowLeft', 'ArrowLeft');
  expect(await page.getByRole('slider').inputValue()).toBe('48');
  expect(await page.locator('.compare').evaluate((element) => element.style.getPropertyValue('--split'))).toBe('48%');
});
