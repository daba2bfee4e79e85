import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import './support/environment';
import { get } from './support/visit';

import { errors } from '#contract/errors';
import * as rules from '#contract/rules';
import { user } from '#contract/shapes/account';
import { purchaseCall } from '~/features/billing/purchase-call';
import routes from '~/routes';
import { loader as root } from '~/root';

const { defaultToolId, gifMaxMs, imageRatio, imageSide, largeFileBytes, pageSize, retryRule, videoMaxMs } = rules;

function addresses(list: typeof routes, above = ''): string[] {
  return list.flatMap(({ path, index, children }) => {
    const own = index || !path ? above || '/' : `${above}/${path}`;
    return [own, ...addresses((children ?? []) as typeof routes, own === '/' ? '' : own)];
  });
}

test('every address of the specification has a page', () => {
  const known = addresses(routes);
  const named = `/ /contact /content-monitoring-policy /creation_detail /face-swap /face-swap-photo /face-swap-video
    /login/:site? /login/google /signup /my /my/account /my/creations /my/credits /my/faces /my/uploads /password-change
    /password-reset /payment-success /payment-failed /policy /terms /pricing /index.html /*`.split(/\s+/);
  expect(named.filter((path) => !known.includes(path))).toEqual([]);
});

test('a user’s data have the specification’s names', () => {
  const names = `uid email nickname avatar user_status credit_num counter_materials counter_orders counter_faces`;
  expect(Object.keys(user.shape)).toEqual(expect.arrayContaining(names.split(' ')));
});

test('colours, breakpoints and the dark default are the specification’s', () => {
  const tokens = readFileSync('app/styles/tokens.css', 'utf8');
  expect(tokens).toMatch(/:root \{\s+color-scheme: dark;/);
  expect(tokens).toMatch(/--primary: #f06906;/i);
  expect(tokens).toMatch(/--accent: #ff4081;/i);
  const theme = readFileSync('app/styles/theme.css', 'utf8');
  const sizes = [...theme.matchAll(/--breakpoint-\w+: (\d+)px/g)].map(([, px]) => Number(px));
  expect(sizes).toEqual([600, 960, 1280, 1920, 2560]);
});

test('without a session the page has no user, and does not request one from the API', async () => {
  const { data } = await root(await get('/'));
  expect(data.user).toBeNull();
});

test('constants are the specification’s', () => {
  expect({ page: pageSize.firstPage, size: pageSize.default, tool: defaultToolId, retries: retryRule }).toEqual({
    page: 1,
    size: 20,
    tool: 'P001',
    retries: { attempts: 5, stepMs: 300 },
  });
  const neverRetried = Object.values(errors).filter(({ status }) => [401, 403, 404, 429].includes(status));
  expect(neverRetried.map(({ retry }) => retry)).not.toContain(true);
  expect({ largeFileBytes, gifMaxMs, videoMaxMs, imageSide, imageRatio }).toEqual({
    largeFileBytes: 30 * 1024 * 1024,
    gifMaxMs: 15_000,
    videoMaxMs: 30 * 60 * 1000 * 1000,
    imageSide: { min: 160, max: 4000 },
    imageRatio: { min: 9 / 21, max: 21 / 9 },
  });
});

test('futurepay’s cards pay from the US in dollars', () => {
  const { name, input } = purchaseCall('cards', 'once', { product_id: 'p', user_origin: 'https://faceswap.test' });
  expect({ name, input }).toMatchObject({ name: 'futurepay_buy', input: { country_code: 'US', currency: 'USD' } });
});
