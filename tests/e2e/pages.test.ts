import { expect, inject, test } from 'vitest';

import { publicPaths } from '~/lib/paths';
import { demoUser, signIn } from '#tests/support/account-pages';
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

test('each page for everybody is whole', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      refused.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  for (const path of publicPaths) {
    const reply = await page.goto(path, { waitUntil: 'networkidle' });
    expect(reply?.status(), path).toBe(200);
    expect(await page.locator('h1').count(), path).toBe(1);
    expect(await page.title(), path).toContain('Faceswap');
    const description = await page.locator('meta[name=description]').getAttribute('content');
    expect(description?.length, path).toBeGreaterThan(40);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(inject('siteUrl') + path);
    expect(await page.locator('meta[name=robots]').count(), path).toBe(0);
    const told = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!);
    const types = (told['@graph'] as { '@type': string }[]).map((thing) => thing['@type']);
    expect(types, path).toEqual(
      expect.arrayContaining(path === '/' ? ['Organization', 'WebSite', 'WebApplication'] : ['BreadcrumbList']),
    );
    const crumbs = told['@graph'].flatMap((thing: { itemListElement?: object[] }) => thing.itemListElement ?? []);
    for (const crumb of crumbs) expect(crumb, path).toHaveProperty('name');
    if (path === '/pricing') expect(types).toContain('FAQPage');
    expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused), path).toEqual([]);
  }
});

test('personal pages are not for search engines, and carry nothing for them', async () => {
  const body = new URLSearchParams(demoUser as unknown as Record<string, string>);
  const login = await ask('/login', { method: 'POST', body, headers: { origin: inject('siteUrl') } });
  const headers = { cookie: login.headers.get('set-cookie')!.split(';')[0]! };
  for (const path of [
    '/my',
    '/my/account',
    '/my/account/decisions',
    '/my/account/email',
    '/my/account/google',
    '/my/api',
    '/my/api/webhooks',
    '/my/creations',
    '/my/credits',
    '/my/faces',
    '/my/uploads',
    '/password-change',
  ]) {
    const reply = await ask(path, { headers });
    expect(reply.status, path).toBe(200);
    const html = await reply.text();
    expect(html.match(/<meta name="robots"[^>]*>/g), path).toEqual(['<meta name="robots" content="noindex"/>']);
    expect(html, path).not.toMatch(/application\/ld\+json|rel="canonical"/);
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

test('text of twice the size makes no page wider than a phone', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } });
  const wide: string[] = [];
  const look = async (path: string) => {
    await page.goto(path);
    const room = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      const { clientWidth, scrollWidth } = document.documentElement;
      const title = document.querySelector('h1')!; // may be cut by its section
      return clientWidth - Math.max(scrollWidth, Math.ceil(title.getBoundingClientRect().left + title.scrollWidth));
    });
    if (room < 0) wide.push(`${path}: ${-room} px`);
  };
  for (const path of publicPaths) await look(path);
  await signIn(page);
  await look('/my/credits');
  expect(wide).toEqual([]);
});
