import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';

import { expectedFaults, heading, press, signIn, ways } from '#tests/support/account-pages';
import { faultsOnScreens } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { patience } from '#tests/support/patience';
import { confirmedAccount } from '#tests/support/site-account';
import { isSigned, webhookReceiver } from '#tests/support/webhooks';

const { newPage } = withBrowser();
/** Of confirmed accounts. */
const password = 'a long enough phrase';

async function signedInAt(page: Page, path: string): Promise<void> {
  await signIn(page, await confirmedAccount(inject('siteUrl')));
  await page.goto(path);
}

async function statusOf(page: Page, secret: string, path = '/api/my/userinfo'): Promise<number> {
  const headers = { authorization: `Bearer ${secret}` };
  return (await fetch(new URL(path, page.url()), { method: 'POST', headers })).status;
}

test.each(ways)('a key is made, used by a program, and revoked, $how', async ({ javaScriptEnabled }) => {
  const page = await newPage({ javaScriptEnabled, expectedFaults });
  await signedInAt(page, '/my/api');
  await heading(page, 'API keys');
  await page.getByLabel('Name', { exact: true }).fill('Build server');
  await page.getByLabel(/^create:/).uncheck();
  await page.getByLabel('Your password').fill('not the password');
  await press(page, 'Make the key');
  await page.getByText('This is not your password.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Build server');
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Make the key');
  await heading(page, 'Your new key');
  const secret = await page.getByLabel('Build server', { exact: true }).inputValue();
  expect(await page.getByRole('button', { name: 'Copy: Build server' }).count()).toBe(javaScriptEnabled ? 1 : 0);

  expect(await statusOf(page, secret)).toBe(200);
  expect(await statusOf(page, secret, '/api/faceswap/create')).toBe(403);
  await page.goto('/my/api');
  expect(await page.content()).not.toContain(secret);
  await page.getByText(/last used on/).waitFor();
  await page.getByLabel('Revoke Build server').click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('The key is revoked.').waitFor();
  await heading(page, 'No keys yet');
  expect(await statusOf(page, secret)).toBe(401);
});

test.each(ways)(
  'an endpoint gets a signed test event, its answer is shown, and it is sent again, $how',
  async ({ javaScriptEnabled }) => {
    const page = await newPage({ javaScriptEnabled, expectedFaults });
    const receiver = await webhookReceiver(500);
    await signedInAt(page, '/my/api/webhooks');
    await heading(page, 'No webhooks yet');
    await page.getByLabel('Address').fill('ftp://example.com');
    await press(page, 'Add the endpoint');
    await page.getByText('The address must start with https://.').waitFor();
    await page.getByLabel('Address').fill(`${receiver.url}/hook`);
    await press(page, 'Add the endpoint');
    await heading(page, 'The signing secret');
    const faults = javaScriptEnabled ? await faultsOnScreens(page, 'the secret of a webhook') : [];
    const secret = await page.getByLabel(new URL(receiver.url).host, { exact: true }).inputValue();
    await page.getByRole('link', { name: 'send a test event' }).click();
    await heading(page, 'Webhook');
    await press(page, 'Send a test event');
    await page.getByText('Failed', { exact: true }).waitFor();
    // Without script, each refresh closes opened details.
    const reason = page.getByText('The endpoint answered 500.');
    await expect
      .poll(async () => {
        if (!(await reason.isVisible())) await page.getByText('1 attempt', { exact: true }).click();
        return reason.isVisible();
      }, patience)
      .toBe(true);
    if (javaScriptEnabled) faults.push(...(await faultsOnScreens(page, 'a webhook')));
    expect(faults).toEqual([]);

    await page.getByRole('button', { name: 'Send ping again' }).click();
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(receiver.requests.map((request) => isSigned(request, secret))).toEqual([true, true]);
    const [first, second] = receiver.requests.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    expect(second).toBe(first);
  },
);
