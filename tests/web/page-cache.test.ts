import { Hono } from 'hono';
import { expect, test } from 'vitest';

import './support/environment';

import { cachePages } from '~/server/pages/page-cache.server';
import { offerCookie } from '~/features/offer/offer.server';
import { themeCookie } from '~/features/theme/theme.server';

const light = (await themeCookie.serialize('light')).split(';')[0]!;
const dismissed = (await offerCookie.serialize('dismissed')).split(';')[0]!;

interface Options {
  init?: ResponseInit;
}

const url = 'http://localhost:3000';

/** The page echoes its request and counts renders. */
function serve({ init }: Options = {}) {
  const asked: Request[] = [];
  let time = 0;
  const app = new Hono<{ Variables: { secureHeadersNonce: string } }>();
  app.use(async (context, next) => {
    context.set('secureHeadersNonce', `nonce-of-${context.req.header('x-number') ?? 'nobody'}`);
    await next();
  });
  app.use(
    cachePages({
      render: async (request, { cspNonce }) => {
        asked.push(request);
        const told = JSON.stringify([...request.headers]);
        return new Response(`<script nonce="${cspNonce}">page ${asked.length} for ${told}</script>`, init);
      },
      context: () => ({}),
      origins: [url],
      now: () => time,
    }),
  );
  app.all('*', (context) => context.text(`made for ${context.req.header('cookie')}`));
  const ask = async (path: string, headers: Record<string, string> = {}, { method = 'GET', site = url } = {}) => {
    const reply = await app.request(site + path, { headers: headers, method });
    return { text: await reply.text(), headers: reply.headers, status: reply.status };
  };
  return { ask, asked, later: (ms: number) => (time += ms) };
}

test('a page is made once, and every answer has its own nonce', async () => {
  const { ask, asked } = serve();
  const [one, two] = [await ask('/', { 'x-number': '1' }), await ask('/', { 'x-number': '2' })];
  expect(one.text).toContain('<script nonce="nonce-of-1">page 1');
  expect(two.text).toBe(one.text.replace('nonce-of-1', 'nonce-of-2'));
  expect((await ask('/', { 'x-number': '1' })).text).toBe(one.text);
  expect(asked.length).toBe(1);
});

test('each theme has a page of its own', async () => {
  const { ask, asked } = serve();
  const [dark, bright] = [await ask('/'), await ask('/', { cookie: light })];
  expect(bright.text).not.toBe(dark.text);
  expect((await ask('/', { cookie: light })).text).toBe(bright.text);
  expect(bright.text).toContain(light);
  expect(asked.length).toBe(2);
});

test('many who ask at once wait for one', async () => {
  const { ask, asked } = serve();
  await Promise.all(Array.from({ length: 20 }, () => ask('/pricing')));
  expect(asked.length).toBe(1);
});

test.each([
  ['a session', '/', { cookie: 'locale=en; faceswap_session=abc' }],
  ['a cookie nobody knows', '/', { cookie: 'somebody=1' }],
  ['a query', '/?utm_source=news', {}],
  ['a token', '/', { authorization: 'Bearer fs_1' }],
  ['a personal page', '/my', {}],
  ['a page with a form that carries its own key', '/contact', {}],
])('%s passes', async (_what, path, headers: Record<string, string>) => {
  const { ask, asked } = serve();
  for (let time = 0; time < 2; time++) expect((await ask(path, headers)).text).toBe(`made for ${headers.cookie}`);
  expect(asked).toEqual([]);
});

test('a page asked for by another name of the site passes', async () => {
  const { ask, asked } = serve();
  expect((await ask('/', {}, { site: 'http://evil.example' })).text).toBe('made for undefined');
  expect(asked).toEqual([]);
});

test('whatever a visitor sends, nothing of it reaches the page that others get', async () => {
  const { ask, asked } = serve();
  const own = { 'user-agent': 'own', 'accept-language': 'own', referer: 'https://own.example', 'x-own': 'own' };
  const cookie = 'attribution=own; locale=own; offer=own';
  const { text } = await ask('/', { ...own, cookie, 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'own-own-own' });
  expect(text).toContain('page 1');
  expect(text).not.toContain('own');
  expect([...asked[0]!.headers]).toEqual([['accept', 'text/html'], ['cookie', 'locale=en']]); // prettier-ignore
});

test('visitors who dismissed the offer get the page without it, all others with it', async () => {
  const { ask, asked } = serve();
  const withOffer = await ask('/');
  const without = await ask('/', { cookie: dismissed });
  expect(withOffer.text).not.toContain('offer=');
  expect(without.text).toContain(dismissed);
  expect((await ask('/', { cookie: 'offer=forged' })).text).toContain('page 1');
  expect(asked.length).toBe(2);
});

test('each answer to the question of consent has its own page in the cache', async () => {
  const { ask, asked } = serve();
  expect((await ask('/', { cookie: 'consent=yes; _ga=GA1.1.7' })).text).toContain('consent=yes');
  expect((await ask('/', { cookie: 'consent=no' })).text).toContain('consent=no');
  expect((await ask('/', { cookie: 'consent=own' })).text).not.toContain('consent');
  expect((await ask('/')).text).toContain('page 3');
  expect(asked.length).toBe(3);
});

test('the language is noted where it is not yet', async () => {
  const { ask } = serve();
  expect((await ask('/')).headers.get('set-cookie')).toMatch(/^locale=en;/);
  expect((await ask('/', { cookie: 'locale=en' })).headers.get('set-cookie')).toBeNull();
});

test('a failure is shown to all who wait for it, with when to try again, and not kept', async () => {
  const { ask, asked } = serve({ init: { status: 503, headers: { 'retry-after': '5' } } });
  const replies = await Promise.all([ask('/pricing'), ask('/pricing')]);
  expect(replies.map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5']);
  expect(replies).toMatchObject(replies.map(() => ({ status: 503, text: expect.stringContaining('page 1') })));
  expect((await ask('/pricing')).text).toContain('page 2');
  expect(asked.length).toBe(2);
});

test('redirects and pages that set a cookie are not kept', async () => {
  for (const init of [{ status: 302 }, { headers: { 'set-cookie': 'faceswap_session=1' } }]) {
    const { ask, asked } = serve({ init });
    for (let time = 1; time <= 2; time++) {
      expect((await ask('/')).text).toBe('made for undefined');
      expect(asked.length).toBe(time);
    }
  }
});

test('a page is made anew after a minute', async () => {
  const { ask, later } = serve();
  await ask('/');
  later(59_000);
  expect((await ask('/')).text).toContain('page 1');
  later(2_000);
  expect((await ask('/')).text).toContain('page 2');
});
