import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { calls, integrationLimits, type Call, type Input } from '#contract';
import { limits } from '#backend/domain/limits';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { mailsWaitingFor } from '#tests/support/mails';

const closedCalls = (Object.values(calls) as Call[]).filter(({ auth }) => auth === 'required');

const createKey = (who: Member, input: Partial<Input<'my_api_key_create'>> = {}) =>
  who.call('my_api_key_create', { name: 'Build server', scopes: ['read', 'create'], ...input });

const callBy = ({ fetch }: TestBackend, secret: string, { path, method }: Pick<Call, 'path' | 'method'>) =>
  fetch(path, { method, headers: { authorization: `Bearer ${secret}`, 'content-length': '0' } });

const userInfoBy = (backend: TestBackend, secret: string) => callBy(backend, secret, calls.my_userinfo);

test('a key acts for its account; its secret is shown once and kept as a hash', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { secret, ...made } = await createKey(ada);
  expect(secret).toMatch(/^fsk_[\w-]{43}$/);
  expect(made).toMatchObject({ name: 'Build server', last_four: secret.slice(-4), last_used_at: null });
  const { data } = await (await userInfoBy(backend, secret)).json();
  expect(data).toMatchObject({ uid: ada.accountId, credit_num: 10 });

  const { items } = await ada.call('my_api_keys', {});
  expect(items).toEqual([{ ...made, last_used_at: expect.any(String) }]);
  const [row] = await backend.db.selectFrom('api_key').selectAll().execute();
  expect(row!.hash).toEqual(createHash('sha256').update(secret).digest());
  const { rows: dump } = await backend.pool.query(
    `select to_jsonb(k) as row from api_key k union all select to_jsonb(a) from audit_event a
     union all select to_jsonb(i) from idempotency i union all select to_jsonb(j) from graphile_worker._private_jobs j`,
  );
  expect(JSON.stringify(dump)).not.toContain(secret);
});

test('a new key is mailed to its owner and audited', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { key_id } = await createKey(ada, { scopes: ['read'] });
  await ada.call('my_api_key_revoke', { key_id });
  expect(await mailsWaitingFor(backend, ada)).toEqual(['api_key_created']);
  const events = await backend.db.selectFrom('audit_event').selectAll().orderBy('id').execute();
  expect(events.map(({ event, detail }) => `${event} ${detail}`)).toEqual([
    `api_key_created ${key_id} read`,
    `api_key_revoked ${key_id}`,
  ]);
});

test('a key can make only the calls of its scopes', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const keys = {
    read: (await createKey(ada, { name: 'r', scopes: ['read'] })).secret,
    create: (await createKey(ada, { name: 'c', scopes: ['create'] })).secret,
  };
  for (const call of closedCalls) {
    for (const scope of ['read', 'create'] as const) {
      const response = await callBy(backend, keys[scope], call);
      const { error } = await response.json();
      const isRefused = response.status === 403;
      expect(isRefused, `${call.path} with ${scope}`).toBe(call.scope !== scope);
      if (isRefused) expect(error).toBe('insufficient_scope');
    }
  }
});

test('a refusal names the missing scope', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { secret } = await createKey(ada, { scopes: ['read'] });
  const refusal = async (call: Call) => (await (await callBy(backend, secret, call)).json()).message;
  expect(await refusal(calls.faceswap_create)).toBe(
    'This call needs an API key with the scope "create"; this key has read.',
  );
  expect(await refusal(calls.my_api_key_create)).toContain('API keys cannot make this call');
});

test('a revoked key is refused immediately, and only its owner can revoke it', async () => {
  const backend = await openBackend();
  const [ada, eve] = [await member(backend), await member(backend)];
  const { secret, key_id } = await createKey(ada);
  await expect(eve.call('my_api_key_revoke', { key_id })).rejects.toMatchObject({ status: 404 });
  expect((await userInfoBy(backend, secret)).status).toBe(200);
  expect((await eve.call('my_api_keys', {})).items).toEqual([]);
  await ada.call('my_api_key_revoke', { key_id });
  const response = await userInfoBy(backend, secret);
  expect([response.status, (await response.json()).message]).toEqual([
    401,
    'This API key is unknown or was revoked. Use another one.',
  ]);
});

test('keys of a suspended account are refused, those of a deleted one are gone', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { secret } = await createKey(ada);
  await backend.pool.query('update account set suspended_at = now()');
  expect((await (await userInfoBy(backend, secret)).json()).error).toBe('suspended');
  await backend.pool.query('update account set suspended_at = null');
  await ada.call('del_account', { uid: ada.accountId });
  expect((await userInfoBy(backend, secret)).status).toBe(401);
  expect(await backend.db.selectFrom('api_key').selectAll().execute()).toEqual([]);
});

test('the number of keys per account is bounded, also under concurrency', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const attempts = Array.from({ length: 15 }, (_, index) => createKey(ada, { name: `Key ${index}` }));
  const settled = await Promise.allSettled(attempts);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(integrationLimits.apiKeys);
  await expect(createKey(ada)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('at most 10') });
});

test('a form submitted twice creates one key', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const settled = await Promise.allSettled([createKey(ada, { name: 'CI' }), createKey(ada, { name: 'ci' })]);
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(createKey(ada, { name: 'Ci' })).rejects.toMatchObject({
    fields: { name: 'A key with this name exists. Choose another name, or revoke that key first.' },
  });
});

test('creating a key requires the password or a recent sign-in', async () => {
  const backend = await openBackend();
  const bo = { email: 'bo@example.com', password: 'a long enough phrase' };
  await backend.call('email_register', bo);
  const { token } = await backend.call('email_login', bo);
  await backend.pool.query('update account set email_verified_at = now()');
  await backend.pool.query(`update access_token set created_at = created_at - interval '11 minutes'`);
  const create = (password?: string) =>
    backend.call('my_api_key_create', { name: 'CI', scopes: 'read', password }, { token });
  await expect(create()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('Log in again') });
  await expect(create('not it')).rejects.toMatchObject({ fields: { password: expect.stringContaining('not your') } });
  expect((await create(bo.password)).scopes).toEqual(['read']);
});

test('an unconfirmed account has no keys', async () => {
  const eve = await member(await openBackend(), { isConfirmed: false });
  await expect(createKey(eve)).rejects.toMatchObject({ error: 'activation_required' });
  expect((await eve.call('my_api_keys', {})).items).toEqual([]);
});

test('names and scopes are checked', async () => {
  const ada = await member(await openBackend());
  const fields = (input: object) => createKey(ada, input).catch(({ fields }: { fields: object }) => fields);
  expect(await fields({ name: ' ' })).toEqual({ name: 'Name the key.' });
  expect(await fields({ scopes: [] })).toEqual({ scopes: 'Choose at least one scope.' });
  expect(await fields({ scopes: ['admin'] })).toEqual({ scopes: 'Entry 1: A key has the scopes read and create.' });
  expect((await createKey(ada, { scopes: 'read, create, read' })).scopes).toEqual(['read', 'create']);
});

test('each key has its own rate limit and reports the remaining calls', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const busy = await createKey(ada, { name: 'busy' });
  const idle = await createKey(ada, { name: 'idle' });
  const first = await userInfoBy(backend, busy.secret);
  expect(first.headers.get('ratelimit-policy')).toBe('"key";q=600;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"key";r=599;t=\d+$/);
  expect(first.headers.get('access-control-expose-headers')).toMatch(/ratelimit,ratelimit-policy,retry-after/i);

  await backend.pool.query(`update rate_limit set points = $1 where key like 'api-key%'`, [
    limits.callsOfApiKey.points,
  ]);
  const refused = await userInfoBy(backend, busy.secret);
  expect([refused.status, (await refused.json()).error]).toEqual([429, 'too_many_requests']);
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await userInfoBy(backend, idle.secret)).status).toBe(200);
  expect((await ada.call('my_userinfo', {})).uid).toBe(ada.accountId);
});

test('the last use is written at most once a minute', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { secret } = await createKey(ada);
  const lastUse = async () => (await ada.call('my_api_keys', {})).items[0]!.last_used_at;
  const useAt = async (time: string) => {
    backend.deps.now = () => new Date(time);
    await userInfoBy(backend, secret);
    backend.deps.now = () => new Date();
    return lastUse();
  };
  expect(await useAt('2026-05-01T10:00:00.000Z')).toBe('2026-05-01T10:00:00.000Z');
  expect(await useAt('2026-05-01T10:00:59.000Z')).toBe('2026-05-01T10:00:00.000Z');
  expect(await useAt('2026-05-01T10:01:00.000Z')).toBe('2026-05-01T10:01:00.000Z');
});
