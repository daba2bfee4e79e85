import { expect, inject, test } from 'vitest';

import { publicPaths } from '~/lib/paths';
import { logIn } from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';

const { newPage } = withBrowser();
const ask = (path: string, init?: RequestInit) => fetch(inject('siteUrl') + path, { redirect: 'manual', ...init });

const guarded = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};
const policy = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

test.each([
  ['a page for everybody', '/'],
  ['a page of one’s own', '/face-swap-photo'],
  ['a sign-in', '/login'],
  ['a personal page, which leads to the sign-in', '/my'],
  ['a page that is not there', '/no/such/page'],
  ['data of a page', '/pricing.data'],
])('%s has every header that guards it', async (_what, path) => {
  const { headers } = await ask(path);
  expect(Object.fromEntries(headers)).toMatchObject(guarded);
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
  for (const rule of policy) expect(headers.get('content-security-policy')).toContain(rule);
  expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
});

test.each(publicPaths)('%s is a whole page for everybody', async (path) => {
  const page = await newPage();
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      refused.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  const reply = await page.goto(path, { waitUntil: 'networkidle' });
  expect(reply?.status()).toBe(200);
  expect(await page.locator('h1').count()).toBe(1);
  expect(await page.title()).toContain('Faceswap');
  expect((await page.locator('meta[name=description]').getAttribute('content'))?.length).toBeGreaterThan(40);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(inject('siteUrl') + path);
  expect(await page.locator('meta[name=robots]').count()).toBe(0);
  const told = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!);
  const types = (told['@graph'] as { '@type': string }[]).map((thing) => thing['@type']);
  expect(types).toEqual(
    expect.arrayContaining(path === '/' ? ['Organization', 'WebSite', 'WebApplication'] : ['BreadcrumbList']),
  );
  if (path === '/pricing') expect(types).toContain('FAQPage');
  expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual([]);
});

test('personal pages are not for search engines, and carry nothing for them', async () => {
  const page = await newPage();
  await page.goto('/login/google?redirect=%2Fmy');
  await logIn(page, 'demo@faceswap.local', 'faceswap-demo');
  await page.waitForURL('**/my');
  for (const path of [
    '/my',
    '/my/account',
    '/my/account/decisions',
    '/my/api',
    '/my/api/webhooks',
    '/my/creations',
    '/my/credits',
    '/my/faces',
    '/my/uploads',
    '/password-change',
  ]) {
    await page.goto(path);
    expect(await page.locator('meta[name=robots]').getAttribute('content'), path).toBe('noindex');
    expect(await page.locator('script[type="application/ld+json"], link[rel=canonical]').count(), path).toBe(0);
  }
});

test('a page for everybody is made once, and says nothing of who asked for it before', async () => {
  const first = await (await ask('/terms')).text();
  const nonceOf = (html: string) => /nonce="([^"]{20,})"/.exec(html)![1]!;
  const again = await (await ask('/terms', { headers: { 'user-agent': 'another', cookie: 'locale=en' } })).text();
  expect(nonceOf(again)).not.toBe(nonceOf(first));
  expect(again.replaceAll(nonceOf(again), '')).toBe(first.replaceAll(nonceOf(first), ''));
  expect(first).not.toContain('nonce-');
});
