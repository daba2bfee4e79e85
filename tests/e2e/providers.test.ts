import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { demo } from '#backend/domain/account/ensure-demo';
import type { ProviderSubject } from '#tests/support/conformance/payment-subject';

import { expectedFaults, heading, logIn, ways } from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';
import { patience } from '#tests/support/patience';
import { sessionCookie } from '#tests/support/hostile/members';
import { evonet } from '#tests/support/providers/evonet';
import { futurepay, signatureOf } from '#tests/support/providers/futurepay';
import { nowpayments } from '#tests/support/providers/nowpayments';
import { onerway } from '#tests/support/providers/onerway';
import { payssion } from '#tests/support/providers/payssion';
import { paypal } from '#tests/support/providers/paypal';
import { stripe } from '#tests/support/providers/stripe';
import { signInAtSite, type SiteMember } from '#tests/support/site';
import { dataDirectoryWithDatabase, removeDataDirectory, startStack, type RunningStack } from '#tests/support/stack';

const shops = {
  stripe: { open: () => stripe(), method: 'stripe', keys: { SECRET_KEY: 'sk_tests', WEBHOOK_SECRET: 'whsec_tests' } },
  paypal: {
    open: () => paypal(),
    method: 'paypal',
    keys: { CLIENT_ID: 'pp-id', CLIENT_SECRET: 'pp-secret', WEBHOOK_ID: 'pp-webhook' },
  },
  nowpayments: { open: nowpayments, method: 'crypto', keys: { API_KEY: 'np-key', IPN_SECRET: 'np-ipn' } },
  payssion: { open: payssion, method: 'skrill', keys: { API_KEY: 'ps-key', SECRET_KEY: 'ps-secret' } },
  onerway: {
    open: onerway,
    method: 'onerway',
    keys: { MERCHANT_NO: 'ow-merchant', APP_ID: 'ow-app', SECRET: 'ow-secret' },
  },
  evonet: { open: () => evonet(), method: 'evonet', keys: { KEY_ID: 'ev-key', SIGN_KEY: 'ev-sign' } },
  futurepay: {
    open: () => futurepay(),
    method: 'cards',
    keys: { MERCHANT_ID: 'fp-merchant', APP_ID: 'fp-app', KEY: 'fp-key' },
  },
};
type Shop = keyof typeof shops;
const names = Object.keys(shops) as Shop[];

const { newPage } = withBrowser();
const subjects = {} as Record<Shop, ProviderSubject>;
const dataDirectory = dataDirectoryWithDatabase();
let site: RunningStack;
let buyer: SiteMember;

beforeAll(async () => {
  const environment: Record<string, string> = {};
  for (const name of names) {
    const { open, keys } = shops[name];
    subjects[name] = await open();
    const settings = Object.entries({ ...keys, URL: subjects[name].emulator.url });
    for (const [key, value] of settings) environment[`${name.toUpperCase()}_${key}`] = value;
  }
  const fields = { merchantOrderNo: 'a', amount: 399 };
  const vector = join(dataDirectory, 'futurepay.json');
  writeFileSync(vector, JSON.stringify({ fields, signature: signatureOf(fields) }));
  environment.FUTUREPAY_TEST_VECTOR = vector;
  site = await startStack({ dataDirectory, environment });
  buyer = await signInAtSite(site.url);
});

afterAll(async () => {
  await site?.stop();
  removeDataDirectory(dataDirectory);
});

const balance = async () => (await buyer.call('my_userinfo', {})).credit_num;

async function toProvider(page: Page, method: string): Promise<string> {
  await page.locator(`input[name=method][value=${method}]`).check();
  await page.getByLabel(/^Start at once/).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  return atProvider(page);
}

async function atProvider(page: Page): Promise<string> {
  await heading(page, 'The provider’s page');
  const back = await page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href');
  return new URL(back!).searchParams.get('id')!;
}

const goBack = (page: Page) => page.getByRole('link', { name: 'Back to the shop' }).click();

async function tell(name: Shop, paymentId: string, times = 1): Promise<void> {
  const { body, headers } = subjects[name].webhook(paymentId);
  const message = { method: 'POST', body, headers };
  for (let time = 0; time < times; time++) {
    expect((await fetch(`${site.url}/api/webhook/${name}`, message)).status).toBe(200);
  }
}

/** The conformance suite covers these cases for every provider, without a browser. */
const journeys = [
  { name: 'stripe', ...ways[0]! },
  { name: 'payssion', ...ways[1]! },
] as const;

test.each(journeys)(
  '$name: left and taken up again, refused, told twice before the return, away on return, $how',
  async ({ name, javaScriptEnabled }) => {
    const { emulator, decide } = subjects[name];
    const { method } = shops[name];
    const before = await balance();
    const page = await newPage({ baseURL: site.url, javaScriptEnabled, expectedFaults });
    await page.goto('/pricing?product=pack_50');
    await logIn(page, demo.email, demo.password);

    const refused = await toProvider(page, method);
    const cancel = page.getByRole('link', { name: 'Cancel' });
    if (await cancel.count()) {
      await cancel.click();
      await heading(page, 'Nothing was paid');
      await page.getByRole('link', { name: 'Back to the checkout' }).click();
    } else {
      await page.goto('/my/credits');
      await page.getByRole('link', { name: 'Continue the payment' }).first().click();
    }
    expect(await atProvider(page)).toBe(refused);
    decide(refused, 'failed');
    await tell(name, refused);
    await goBack(page);
    await heading(page, 'The payment did not go through');
    expect(await balance()).toBe(before);

    await page.getByRole('link', { name: 'Try again' }).click();
    const first = await toProvider(page, method);
    decide(first, 'paid');
    await tell(name, first, 2);
    await expect.poll(balance, patience).toBe(before + 50); // before the buyer returns
    await goBack(page);
    await heading(page, '50 credits are yours');
    await page.reload();
    await page.getByText(`Your balance is ${before + 50} credits.`).waitFor();

    await page.goto('/pricing?product=pack_50');
    const second = await toProvider(page, method);
    decide(second, 'paid');
    emulator.failNext(Number.POSITIVE_INFINITY);
    await goBack(page);
    await page
      .getByRole('heading', { name: /^(We could not check the payment yet|Your payment is on its way)$/ })
      .waitFor();
    expect(await balance()).toBe(before + 50);
    emulator.failNext(0);
    await tell(name, second);
    await heading(page, '50 credits are yours'); // the page polls by itself
    expect(await balance()).toBe(before + 100);
  },
);

/** The pages are those of the journeys, which a browser shows. */
test('credits are bought at every other provider', async () => {
  const headers = { cookie: await sessionCookie(site.port), origin: site.url };
  const textOf = async (url: string, init?: RequestInit) => (await fetch(url, { headers, ...init })).text();
  const linkOf = (html: string, words: string) =>
    new RegExp(`href="([^"]+)"[^>]*>${words}`).exec(html)![1]!.replaceAll('&amp;', '&');
  const others = names.filter((name) => journeys.every((journey) => journey.name !== name));
  const checkout = `${site.url}/pricing?product=pack_50`;
  const offered = await textOf(checkout);
  for (const name of others) {
    const before = await balance();
    const { method } = shops[name];
    expect(offered).toMatch(new RegExp(`<input[^>]*value="${method}"`));
    const body = new URLSearchParams({ method, product_id: 'pack_50', withdrawal_consent: 'true' });
    const pay = await textOf(checkout, { method: 'POST', body });
    const back = linkOf(await textOf(linkOf(pay, 'Go on to the checkout')), 'Back to the shop');
    const payment = new URL(back).searchParams.get('id')!;
    subjects[name].decide(payment, 'paid');
    await tell(name, payment);
    await expect.poll(balance, { ...patience, message: name }).toBe(before + 50);
    expect((await textOf(back)).includes('50 credits are yours'), name).toBe(true);
  }
});

test('the processes’ logs tell of messages and forgeries, and of no key, token, card or message', async () => {
  const forged = { method: 'POST', body: '{"order_id":"x","card":"4242424242424242"}' };
  for (const name of names) {
    expect((await fetch(`${site.url}/api/webhook/${name}`, forged)).status, name).toBe(422);
  }
  const folder = join(dataDirectory, 'logs');
  const read = () => readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  // The launcher writes the lines of its processes, which may be after the response.
  await expect.poll(() => read().join('')).toContain('payment_webhook_refused');
  const text = read().join('');
  expect(text).toContain('payment_webhook_received');
  const secrets = names.flatMap((name) => Object.entries<string>(shops[name].keys));
  const hidden = secrets.filter(([key]) => /SECRET|KEY$/.test(key)).map(([, value]) => value);
  for (const secret of [...hidden, 'pp-token', 'ev-token', '4242424242424242', buyer.token]) {
    expect(text.includes(secret), secret).toBe(false);
  }
});
