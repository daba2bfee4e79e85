import { expect, test } from 'vitest';
import { shareLimits } from '#contract';
import { addDays } from '#backend/domain/context';
import { hashToken } from '#backend/domain/account/tokens';
import { limits } from '#backend/domain/limits';
import { sweep } from '#backend/domain/retention/sweep';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { finishedCreation } from '#tests/support/finished-creation';
import { operatorOf } from '#tests/support/operator';

async function sharing(kind?: 'photo' | 'gif' | 'video') {
  const backend = await openBackend();
  const ada = await member(backend);
  const creation = await finishedCreation(backend, ada, { kind });
  const share = await ada.call('share_create', { order_id: creation.order_id, days: 7 });
  return { backend, ada, creation, share, token: share.token! };
}

/** Answers of the call and of an earlier file URL. */
async function seenBy({ backend, token, url }: { backend: TestBackend; token: string; url: string }) {
  const opened = await backend.call('share_open', { token }).then(
    () => 200,
    (error: { status: number; error: string }) => `${error.status} ${error.error}`,
  );
  return [opened, (await backend.fetch(url)).status];
}

const gone = ['404 not_found', 404];

test('a link shows the result and its label to anyone, not its owner and not the original', async () => {
  const { backend, ada, token } = await sharing();
  const shown = await backend.call('share_open', { token });
  expect(shown).toMatchObject({ kind: 'photo', label: { visible: true, source_type: 'compositeSynthetic' } });
  expect(Object.keys(shown).sort()).toEqual(['height', 'kind', 'label', 'poster_url', 'result_url', 'width']);
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${ada.email}|${ada.accountId}|holiday`));
  const file = await backend.fetch(shown.result_url);
  expect(await file.text()).toBe('result bytes');
  expect(await (await backend.fetch(shown.poster_url!)).text()).toBe('poster');
});

test('files of a link are private, kept from search engines, and served in ranges', async () => {
  const { backend, token } = await sharing('video');
  const { result_url } = await backend.call('share_open', { token });
  const { headers } = await backend.fetch(result_url);
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-type': 'video/mp4',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  });
  const part = await backend.fetch(result_url, { headers: { range: 'bytes=7-11' } });
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'bytes', 'bytes 7-11/12']);
  const known = await backend.fetch(result_url, { headers: { 'if-none-match': headers.get('etag')! } });
  expect(known.status).toBe(304);
  const beyond = await backend.fetch(result_url, { headers: { range: 'bytes=99-' } });
  expect(beyond.status).toBe(416);
});

test('the database stores the hash of a token only; its owner reads the address again', async () => {
  const { backend, ada, creation, share, token } = await sharing();
  expect(token).toMatch(/^[\w-]{43}$/);
  const rows = await backend.pool.query('select * from share');
  expect(rows.rows).toHaveLength(1);
  expect(JSON.stringify(rows.rows)).not.toContain(token);
  expect(rows.rows[0].hash).toEqual(hashToken(token));
  expect(await ada.call('share_lists', { order_id: creation.order_id })).toEqual({ items: [share] });
  const stored = await backend.pool.query('select * from idempotency');
  expect(JSON.stringify(stored.rows)).not.toContain(token);
});

test('a link made under an earlier secret still works, but its address is not shown', async () => {
  const { backend, ada, creation, token } = await sharing();
  const { keyedHash } = backend.deps;
  backend.deps.keyedHash = (text) => keyedHash(`another secret ${text}`);
  expect((await ada.call('share_lists', { order_id: creation.order_id })).items).toMatchObject([{ token: null }]);
  expect(await backend.call('share_open', { token })).toMatchObject({ kind: 'photo' });
});

const endings: Record<string, (given: Awaited<ReturnType<typeof sharing>>) => Promise<unknown>> = {
  revoked: ({ ada, share }) => ada.call('share_revoke', { share_id: share.share_id }),
  expired: async ({ backend, share }) => {
    backend.deps.now = () => new Date(Date.parse(share.expires_at) + 1);
  },
  'of a deleted creation': ({ ada, creation }) => ada.call('del_order', { order_id: creation.order_id }),
  'of a deleted account': async ({ backend, ada }) => {
    await backend.db.deleteFrom('creation').where('account_id', '=', ada.accountId).execute();
    await backend.db.deleteFrom('account').where('id', '=', ada.accountId).execute();
  },
  'of a suspended account': ({ backend, ada }) => operatorOf(backend)(`suspend ${ada.email} --reason "Case 1"`),
  'taken down': async ({ backend, token }) => {
    const { case_id } = await backend.call('feedback_takedown', {
      ...{ location: `https://faceswap.test/shared?token=${token}`, description: 'It shows me.', person: 'Amara' },
      ...{ good_faith: 'true', email: 'amara@example.com', signature: 'Amara' },
    });
    const admin = operatorOf(backend);
    const [, orderId] = /--creation (\S+)/.exec((await admin(`case ${case_id}`)).out)!;
    expect((await admin(`take-down ${case_id} --creation ${orderId} --reason "No consent"`)).code).toBe(0);
  },
};

test.each(Object.entries(endings))('a link that is %s shows nothing, and its files are not served', async (_, end) => {
  const given = await sharing();
  const { result_url } = await given.backend.call('share_open', { token: given.token });
  const look = { ...given, url: result_url };
  expect(await seenBy(look)).toEqual([200, 200]);
  await end(given);
  expect(await seenBy(look)).toEqual(gone);
});

test('a link shows nothing while the deletion of its creation can be undone, and works again after an undo', async () => {
  const given = await sharing();
  const { backend, ada, creation, token } = given;
  const { result_url } = await backend.call('share_open', { token });
  const { deletion_id } = await ada.call('del_orders', { order_ids: [creation.order_id] });
  expect(await seenBy({ ...given, url: result_url })).toEqual(gone);
  await ada.call('undo_del', { deletion_id });
  expect(await seenBy({ ...given, url: result_url })).toEqual([200, 200]);
});

test('an unknown token and an incomplete address are answered alike, without a server error', async () => {
  const { backend, token } = await sharing();
  const file = (query: string) => backend.fetch(`/shared/file?${query}`);
  expect((await file(`token=${'x'.repeat(43)}&file=result`)).status).toBe(404);
  expect((await file(`token=${token.slice(1)}&file=result`)).status).toBe(404);
  expect((await file('file=result')).status).toBe(404);
  expect((await file(`token=${token}`)).status).toBe(422);
  expect((await file(`token=${token}&file=material`)).status).toBe(422);
  await expect(backend.call('share_open', { token: 'a\u0001b' })).rejects.toMatchObject({ error: 'not_found' });
});

test('a link ends with its result at the latest; expired links are not listed, and are swept', async () => {
  const { backend, ada, creation, share } = await sharing();
  const long = await ada.call('share_create', { order_id: creation.order_id, days: 30 });
  const { expires_at } = await backend.db.selectFrom('creation').selectAll().executeTakeFirstOrThrow();
  expect(Date.parse(long.expires_at)).toBeLessThanOrEqual(expires_at.getTime());
  const later = addDays(new Date(share.created_at), 8);
  backend.deps.now = () => later;
  expect((await ada.call('share_lists', { order_id: creation.order_id })).items).toEqual([long]);
  await sweep(backend.deps);
  expect((await backend.pool.query('select id from share')).rows).toEqual([{ id: long.share_id }]);
});

test.each(['2', 'NaN', '', '31', '7.5'])('a link cannot hold for %j days', async (days) => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { order_id } = await finishedCreation(backend, ada);
  await expect(ada.call('share_create', { order_id, days })).rejects.toMatchObject({
    status: 422,
    fields: { days: expect.any(String) },
  });
});

test('a swap without a result cannot be shared', async () => {
  const { backend, ada, creation } = await sharing();
  await backend.db.updateTable('creation').set({ result_key: null }).execute();
  const attempt = ada.call('share_create', { order_id: creation.order_id, days: 1 });
  await expect(attempt).rejects.toMatchObject({ status: 409, error: 'not_ready' });
});

const madeAtOnce = (ada: Member, order_id: string, number: number) =>
  Promise.allSettled(Array.from({ length: number }, () => ada.call('share_create', { order_id, days: 1 })));

test('links of a result are limited, also if they are made at once', async () => {
  const { ada, creation } = await sharing();
  const made = await madeAtOnce(ada, creation.order_id, shareLimits.perResult + 2);
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(shareLimits.perResult - 1);
  const refused = made.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ status: 409, message: expect.stringContaining('at most 10 links') });
});

test('links of an account are limited', async () => {
  const { backend, ada, creation } = await sharing();
  await backend.pool.query(
    `insert into share (id, account_id, creation_id, hash, expires_at)
     select gen_random_uuid(), account_id, $1, sha256(n::text::bytea), now() + interval '1 day'
     from share, generate_series(2, $2::int) n`,
    [creation.order_id, shareLimits.perAccount],
  );
  const other = await finishedCreation(backend, ada);
  await expect(ada.call('share_create', { order_id: other.order_id, days: 1 })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('at most 200 links'),
  });
});

test.each([limits.sharedFromAddress, limits.sharedOfLink])('requests are limited: $name', async ({ name, points }) => {
  const { backend, token } = await sharing();
  const ask = () => backend.fetch(`/shared/file?token=${token}&file=result`, {}, '203.0.113.7');
  expect((await ask()).status).toBe(200);
  await backend.pool.query(`update rate_limit set points = $1 where key like $2`, [points, `${name}:%`]);
  const refused = await ask();
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('making and revoking links is recorded, without the token', async () => {
  const { backend, ada, share, token } = await sharing();
  await ada.call('share_revoke', { share_id: share.share_id });
  const { rows } = await backend.pool.query(
    `select event, detail from audit_event where account_id = $1 and event like 'share%' order by id`,
    [ada.accountId],
  );
  expect(rows.map(({ event }) => event)).toEqual(['share_created', 'share_revoked']);
  expect(JSON.stringify(rows)).toContain(share.share_id);
  expect(JSON.stringify(rows)).not.toContain(token);
});
