import { expect, test } from 'vitest';

import './support/environment';
import { get, run, post } from './support/visit';

import { loader as root } from '~/root';
import { loader as payloadLoader } from '~/routes/payload';
import { action as dismissOffer } from '~/routes/resources.offer';
import { action as chooseTheme } from '~/routes/resources.theme';
import { loader as robotsTxt } from '~/routes/robots';
import { loader as sitemap } from '~/routes/sitemap';
import { environment } from '~/server/environment.server';

async function visit(path: string, headers: Record<string, string> = {}) {
  const { data, init } = await root(await get(path, { headers }));
  const cookies = new Headers(init?.headers).getSetCookie();
  return { ...data, cookies };
}

test('a first visit notes the language for a year, a later one does not', async () => {
  expect((await visit('/')).cookies).toEqual(['locale=en; Max-Age=31536000; Path=/; SameSite=Lax']);
  expect((await visit('/', { cookie: 'a=b; locale=en' })).cookies).toEqual([]);
});

test('the offer is dismissed by a form, which leads back to its page', async () => {
  expect((await visit('/')).isOfferDismissed).toBe(false);
  const sent = await post(
    '/resources/offer',
    {},
    { headers: { referer: 'https://faceswap.test/face-swap-photo?a=1' } },
  );
  const answered = await dismissOffer(sent);
  expect(answered.headers.get('location')).toBe('/face-swap-photo?a=1');
  const cookie = answered.headers.get('set-cookie')!.split(';')[0]!;
  expect((await visit('/', { cookie })).isOfferDismissed).toBe(true);
});

test('the theme is chosen by a form, dark by default and for unknown values', async () => {
  expect((await visit('/')).theme).toBe('dark');
  for (const [sent, stored] of Object.entries({ light: 'light', system: 'system', purple: 'dark' })) {
    const answered = await chooseTheme(await post('/resources/theme', { theme: sent }));
    const cookie = answered.headers.get('set-cookie')!.split(';')[0]!;
    expect((await visit('/', { cookie })).theme).toBe(stored);
  }
});

test('another site cannot dismiss it', async () => {
  const sent = await post('/resources/offer', {}, { headers: { origin: 'https://evil.example' } });
  await expect(dismissOffer(sent)).rejects.toMatchObject({ status: 403 });
});

test('each of two sites names its own owner and leads to itself', async () => {
  Object.assign(environment, {
    LEGAL_NAME: 'Faceswap Ltd',
    LEGAL_NAME_AI: 'Faceswap AI Inc',
    PUBLIC_URL: 'https://faceswap.test',
    PUBLIC_URL_AI: 'https://faceswap.ai',
  });
  expect((await visit('/')).site.owner).toEqual({ name: 'Faceswap Ltd', url: 'https://faceswap.test' });
  const args = await get('/');
  const request = new Request('https://faceswap.ai/', { headers: args.request.headers });
  expect((await root({ ...args, request })).data.site.owner).toEqual({
    name: 'Faceswap AI Inc',
    url: 'https://faceswap.ai',
  });
});

test('the data of a public page can be read as JSON; that of a personal one, and of none, cannot', async () => {
  const payload = async (path: string) =>
    run(async () => payloadLoader(await get(path, { token: 'fs_1' }))) as Promise<Response>;
  const terms = await payload('/terms/_payload.json');
  expect(terms.status).toBe(200);
  expect(await terms.json()).toEqual({ path: '/terms', data: null });
  const publicPages = [
    'face-swap',
    'face-swap-photo',
    'face-swap-video',
    'signup',
    'password-reset',
    'payment-success',
  ];
  for (const page of publicPages) expect((await payload(`/${page}/_payload.json`)).status, page).toBe(200);
  for (const path of ['/my/_payload.json', '/nowhere/_payload.json'])
    expect(await (await payload(path)).text()).toBe(`Page Not Found: ${path}`);
});

test('search engines are told what is public, by whole addresses', async () => {
  environment.PUBLIC_URL = undefined;
  const xml = await sitemap(await get('/sitemap.xml')).text();
  expect(xml).toContain('<loc>https://faceswap.test/pricing</loc>');
  expect(xml).not.toContain('/my');
  const robots = await robotsTxt(await get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /my\n');
  expect(robots).toContain('Sitemap: https://faceswap.test/sitemap.xml');
});

test('a redirect of the operator comes before any page', async () => {
  environment.REDIRECT_RULES = [{ from: '/old', to: '/pricing', status: 301, external: false }];
  const outcome = await run(async () => root(await get('/old')));
  expect((outcome as Response).headers.get('location')).toBe('/pricing');
  environment.REDIRECT_RULES = undefined;
});
