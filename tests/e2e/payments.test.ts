import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';

import { expectedFaults, heading, logIn, signIn, ways } from '#tests/support/account-pages';
import { faultsOnScreens } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { confirmedAccount } from '#tests/support/site-account';

const { newPage } = withBrowser();

async function pay(page: Page, method: string, outcome: string): Promise<void> {
  await heading(page, 'How would you like to pay?');
  await page.locator('.method', { hasText: method }).click();
  await page.getByLabel(/^Start at once/).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByText('Test checkout.').waitFor();
  await page.getByRole('button', { name: outcome, exact: true }).click();
}

/** Chromium writes an uncompressed object per page. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

/** Scripts change nothing of a printed page. */
async function printsOnOneSheet(page: Page): Promise<void> {
  for (const format of ['A4', 'Letter']) {
    for (const landscape of [false, true]) {
      // 0.6 lays out a wide page, 1.6 a narrow one.
      for (const scale of [1, 0.6, 1.6]) {
        const sheet = await page.pdf({ format, landscape, scale });
        expect(pagesOf(sheet), `${format}, landscape: ${landscape}, scale: ${scale}`).toBe(1);
      }
    }
  }
}

test.each(ways)('from the plans to credits and an invoice, $how', async ({ javaScriptEnabled }) => {
  const page = await newPage({ javaScriptEnabled, expectedFaults });
  const { email, password } = await confirmedAccount(inject('siteUrl'));
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'By the year' }).click();
  await page.getByText('4,800 credits a year').waitFor();
  await page.getByRole('link', { name: 'One-off', exact: true }).click();
  await page.getByRole('link', { name: 'Choose Handful' }).click();
  await logIn(page, email, password);

  await heading(page, 'How would you like to pay?');
  await page.getByRole('button', { name: 'Pay $3.99' }).click();
  await page.getByText('we need you to agree').waitFor();
  await pay(page, 'Skrill', 'Let it fail');
  await heading(page, 'The payment did not go through');
  const otherWays = page.getByRole('navigation', { name: 'Other ways to pay' });
  expect(await otherWays.getByRole('link', { name: 'Skrill' }).count()).toBe(0);
  await page.locator('main').getByRole('link', { name: 'Write to us' }).waitFor();
  await otherWays.getByRole('link', { name: 'PayPal' }).click();
  expect(await page.getByLabel('PayPal').isChecked()).toBe(true);
  await page.goto('/my/credits');
  await page.getByRole('link', { name: 'Try again' }).click();
  await pay(page, 'PayPal', 'Pay, webhook sent twice');
  await heading(page, '50 credits are yours');
  await page.getByText('Your balance is 60 credits.').waitFor();
  await page.reload();
  await page.getByText('Your balance is 60 credits.').waitFor();
  await page.getByRole('link', { name: 'Invoice' }).click();
  await heading(page, 'Invoice');
  await page.getByText('Handful: 50 credits').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await page.emulateMedia({ media: null }); // as the browser prints
  await page.getByText('Add your name and address').click();
  if (javaScriptEnabled) expect(await faultsOnScreens(page, 'an invoice')).toEqual([]);
  await page.getByLabel('Name or company').fill('Ada Lovelace');
  await page.getByLabel('Address', { exact: true }).fill('12 St James’s Square\nLondon');
  await page.getByRole('button', { name: 'Put it on the invoice' }).click();
  await page.locator('article').getByText('12 St James’s Square').waitFor();
  expect(await page.title()).toMatch(/Invoice INV-\d{4}-\d{5}/);
  if (javaScriptEnabled) await printsOnOneSheet(page);
});

test.each(ways)('a late payment, and a plan that is changed, $how', async ({ javaScriptEnabled }) => {
  const page = await newPage({ javaScriptEnabled, expectedFaults });
  await signIn(page, await confirmedAccount(inject('siteUrl')));
  await page.goto('/pricing?product=light_month');
  await pay(page, 'Card', 'Pay late');
  await heading(page, 'Your payment is on its way');
  await heading(page, '150 credits are yours');
  await page.goto('/pricing');
  await page.getByText('Your plan').waitFor();
  await page.getByRole('link', { name: 'Change to Studio' }).click();
  await heading(page, 'From Light to Studio?');
  await page.getByText(/^Today you pay \$\d+\.\d\d for the rest/).waitFor();
  const upgrade = page.getByRole('button', { name: /^Pay \$[\d.]+ and change to Studio/ });
  await upgrade.click();
  await page.getByText('we need you to agree').waitFor();
  await page.getByLabel(/^Start at once/).check();
  await upgrade.click();
  await page.getByText('your new plan runs').waitFor();
  await page.goto('/pricing?product=light_month');
  await page.getByText('Nothing is charged today').waitFor();
  await page.getByRole('button', { name: 'Change to Light' }).click();
  await page.getByText('the new plan begins with the next period').waitFor();
  await page.getByText(', as Light').waitFor();
  await page.getByText('Cancel subscription…').click();
  await page.getByText(/^Your plan runs until/).waitFor();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText('Cancelled: runs until').waitFor();
  await page.getByRole('button', { name: 'Keep it running' }).click();
  await page.getByText('Renews on').waitFor();
});
