import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { answer, answerError, exampleOf } from './support/fake-api';
import { get, post, readFormError, readRedirect, run } from './support/visit';

import * as detail from '~/routes/creation-detail';
import * as tool from '~/routes/face-swap';
import * as shared from '~/routes/shared';
import { sharedPageHeaders } from '~/server/http/shared-page-headers.server';

const { order_id } = exampleOf('my_creates').items[0]!;
const { share_id } = exampleOf('share_create');
const token = 'fs_1';
const places = [
  ['the tool', tool.action, `/face-swap-photo?order=${order_id}`],
  ['its own page', detail.action, `/creation_detail?order_id=${order_id}`],
] as const;

const look = async (path: string) => {
  const { data, init } = await shared.loader(await get(path));
  return { ...data, status: init?.status ?? 200 };
};

test('a link opens what the API answers for its token, without an account', async () => {
  const opened = answer('share_open');
  expect(await look('/shared?token=abc')).toMatchObject({
    status: 200,
    token: 'abc',
    shared: exampleOf('share_open'),
  });
  expect(opened[0]!.input).toEqual({ token: 'abc' });
  expect(opened[0]!.headers.get('authorization')).toBeNull();
});

test.each(['not_found', 'invalid_input'] as const)(
  'a link that the API answers %s shows the same page',
  async (error) => {
    answerError('share_open', error);
    expect(await look('/shared?token=abc')).toEqual({
      status: 404,
      shared: null,
      token: null,
      message: 'It has expired, or its owner has withdrawn it. Ask them for a new one.',
    });
  },
);

test('a link that was opened too often says when it opens again', async () => {
  answerError('share_open', 'too_many_requests', { message: 'This was opened too often. Wait 3 minutes.' });
  expect(await look('/shared?token=abc')).toMatchObject({ status: 429, message: expect.stringContaining('3 minutes') });
});

test.each(['/shared', '/shared.data'])('%s is kept by no cache, no index and no other site', async (path) => {
  const app = new Hono().use(sharedPageHeaders).get('*', (context) => context.text('a picture'));
  const { headers } = await app.request(`${path}?token=abc`);
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, noarchive',
  });
});

test('titles and robots: the kind, and nothing of its owner', () => {
  const tags = (data: unknown) => shared.meta({ data } as Parameters<typeof shared.meta>[0]);
  expect(tags({ shared: exampleOf('share_open') })).toEqual(
    expect.arrayContaining([
      { title: 'A photo with swapped faces | Faceswap' },
      { property: 'og:title', content: 'A photo with swapped faces | Faceswap' },
      { name: 'robots', content: 'noindex' },
    ]),
  );
  expect(tags({ shared: null })).toContainEqual({ name: 'robots', content: 'noindex' });
});

test.each(places)('a link is made and revoked at %s, and the visitor stays there', async (_where, action, place) => {
  const [made, revoked] = [answer('share_create'), answer('share_revoke')];
  const send = async (fields: Record<string, string>) =>
    readRedirect(await run(async () => action(await post(place, fields, { token }))));
  const created = await send({ intent: 'share', order_id, days: '7' });
  expect(created).toMatchObject({ location: `${place}#share`, snackbar: { color: 'success' } });
  expect(made[0]!.input).toEqual({ order_id, days: '7' });
  expect(await send({ intent: 'unshare', share_id })).toMatchObject({ location: `${place}#share` });
  expect(revoked[0]!.input).toEqual({ share_id });
});

test.each(places)(
  'invalid forms and refused links are answered with a message, at %s',
  async (_where, action, place) => {
    const send = async (fields: Record<string, string>) =>
      readFormError(await run(async () => action(await post(place, fields, { token }))));
    expect(await send({ intent: 'share', order_id, days: '8' })).toMatchObject({
      status: 400,
      fields: { days: 'A link holds for 1, 7 or 30 days.' },
    });
    expect(await send({ intent: 'unshare', share_id: 'x' })).toMatchObject({
      status: 400,
      message: 'Choose the link to revoke.',
    });
    expect(await send({ intent: 'nothing' })).toMatchObject({ status: 400 });
    answerError('share_create', 'conflict', { message: 'A result may have at most 10 links.' });
    expect(await send({ intent: 'share', order_id, days: '1' })).toMatchObject({
      status: 409,
      message: 'A result may have at most 10 links.',
    });
  },
);
