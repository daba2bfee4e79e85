import { expect, test } from 'vitest';
import type { CallName } from '#contract';
import { connect } from '#backend/db/connect';
import { limits, formatWait } from '#backend/domain/limits';
import { sweep } from '#backend/domain/retention/sweep';
import type { RateLimit } from '#backend/providers/limits/port';
import { postgresLimits } from '#backend/providers/limits/postgres';
import { member, openBackend, type TestBackend } from '#tests/support/backend';
import { codeIn, mailTo } from '#tests/support/mails';
import { patience } from '#tests/support/patience';
import { site } from '#tests/support/payments';
import { softwarePasskey } from '#tests/support/software-passkey';
import { useUp } from '#tests/support/use-up';

const ada = { email: 'ada@example.com', password: 'a long enough phrase' };
const another = 'another long enough phrase';
const wrong = { ...ada, password: 'not it at all' };

async function outcomes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const settled of await Promise.allSettled(calls)) {
    const name = settled.status === 'fulfilled' ? 'done' : settled.reason.error;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const tryWrong = (backend: TestBackend, times: number, from?: string) =>
  outcomes(Array.from({ length: times }, () => backend.call('email_login', wrong, from ? { from } : {})));

test('100 concurrent wrong passwords count as at most ten attempts, and then the correct one has to wait', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  expect(await tryWrong(backend, 100)).toEqual({ wrong_credentials: 10, too_many_requests: 90 });
  await expect(backend.call('email_login', ada)).rejects.toMatchObject({
    status: 429,
    message:
      'Too many wrong passwords for this address. Wait 15 minutes, or reset the password by mail to log in right away.',
  });
});

test('changes that mail the owner are limited by address, also for an account that is registered again', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const { user, ...session } = await backend.call('email_login', ada);
  let { token } = session;
  const change = async (from: string, to: string) => {
    const passwords = { old_password: from, new_password: to, new_password_confirmation: to };
    ({ token } = await backend.call('email_change_password', passwords, { token }));
  };
  for (let before = 2; before < limits.noticeToAddress.points; before++)
    await backend.deps.limits.consume(limits.noticeToAddress, ada.email);
  await change(ada.password, another);
  await change(another, ada.password);
  const refused = { error: 'too_many_requests', message: expect.stringContaining('Too many changes') };
  await expect(change(ada.password, another)).rejects.toMatchObject(refused);
  await backend.pool.query('update account set email_verified_at = now()');
  const key = () => backend.call('my_api_key_create', { name: 'Server', scopes: ['read'] }, { token });
  await expect(key()).rejects.toMatchObject(refused);
  await backend.call('del_account', { uid: user.uid, password: ada.password }, { token });
  await backend.call('email_register', ada);
  ({ token } = await backend.call('email_login', ada));
  await expect(change(ada.password, another)).rejects.toMatchObject(refused);
});

test('a rate-limited call has a Retry-After', async () => {
  const backend = await openBackend();
  await tryWrong(backend, 10);
  const { headers } = await backend.fetch('/email/login', { method: 'POST', body: JSON.stringify(wrong) });
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(800);
  expect(seconds).toBeLessThanOrEqual(900);
});

test('the owner of a locked account is mailed, and can log in after a reset', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  await backend.call('email_register', ada);
  await tryWrong(backend, 100);
  const { text } = await mailTo(backend, ada.email, 'Wrong passwords for your account');
  expect(text).toContain('for up to a day if the attempts go on');
  await backend.call('email_forgot_password', { email: ada.email });
  const code = codeIn(await mailTo(backend, ada.email, 'Set a new password'));
  const new_password = another;
  await backend.call('email_reset_password', { code, new_password, new_password_confirmation: another });
  expect((await backend.call('email_login', { ...ada, password: another })).user.email).toBe(ada.email);
});

test('an address without an account is locked the same way, without a mail', async () => {
  const backend = await openBackend();
  const known = await openBackend();
  await known.call('email_register', ada);
  expect(await tryWrong(backend, 12)).toEqual(await tryWrong(known, 12));
});

test('wrong passwords from one network do not lock others', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  expect(await tryWrong(backend, 15, '203.0.113.7')).toEqual({ wrong_credentials: 10, too_many_requests: 5 });
  await expect(backend.call('email_login', ada, { from: '203.0.113.7' })).rejects.toMatchObject({ status: 429 });
  expect((await backend.call('email_login', ada, { from: '198.51.100.1' })).user.email).toBe(ada.email);
});

async function tryFromEverywhere(backend: TestBackend, times: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let index = 0; index < times; index++) {
    for (const [name, n] of Object.entries(await tryWrong(backend, 1, `203.0.113.${index}`)))
      counts[name] = (counts[name] ?? 0) + n;
  }
  return counts;
}

test('guessing from many networks is locked, except for networks the owner has signed in from', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const home = '198.51.100.1';
  await backend.call('email_login', ada, { from: home });
  expect(await tryFromEverywhere(backend, 35)).toEqual({ wrong_credentials: 30, too_many_requests: 5 });
  await expect(backend.call('email_login', ada, { from: '198.51.100.2' })).rejects.toMatchObject({ status: 429 });
  expect((await backend.call('email_login', ada, { from: home })).user.email).toBe(ada.email);
  // The owner's sign-in keeps the attackers' count.
  await expect(backend.call('email_login', ada, { from: '198.51.100.2' })).rejects.toMatchObject({ status: 429 });
});

test('continued guessing has to wait longer: minutes, an hour, a day', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const end = (window: string) =>
    backend.pool.query(`update rate_limit set expire = 0 where key like $1`, [`${window}:%`]);
  const wait = async () => {
    const body = JSON.stringify(wrong);
    const { headers } = await backend.fetch('/email/login', { method: 'POST', body }, '192.0.2.1');
    return Number(headers.get('retry-after')) / 60;
  };
  await tryFromEverywhere(backend, 30);
  const first = await wait();
  await end('sign-in-account');
  await tryFromEverywhere(backend, 30);
  await end('sign-in-account');
  const second = await wait();
  for (let round = 0; round < 2; round++) {
    for (const window of ['sign-in-account', 'sign-in-account-hour']) await end(window);
    await tryFromEverywhere(backend, 30);
  }
  for (const window of ['sign-in-account', 'sign-in-account-hour']) await end(window);
  const third = await wait();
  expect([first <= 15, 15 < second && second <= 60, 60 < third && third <= 24 * 60]).toEqual([true, true, true]);
});

test('a new password unlocks the account for every network', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  await backend.call('email_register', ada);
  for (const from of ['203.0.113.7', '198.51.100.1']) await tryWrong(backend, 10, from);
  await backend.call('email_forgot_password', { email: ada.email });
  const code = codeIn(await mailTo(backend, ada.email, 'Set a new password'));
  const twice = { new_password: another, new_password_confirmation: another };
  await backend.call('email_reset_password', { code, ...twice }, { from: '192.0.2.1' });
  for (const from of ['203.0.113.7', '198.51.100.1']) {
    const { user } = await backend.call('email_login', { ...ada, password: another }, { from });
    expect(user.email).toBe(ada.email);
  }
});

test('the owner gets one mail an hour, however many networks are locked', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  await backend.call('email_register', ada);
  const mails = async () => (await backend.mails.list()).filter(({ subject }) => subject.startsWith('Wrong passwords'));
  await tryWrong(backend, 12, '203.0.113.7');
  await expect.poll(mails, patience).toHaveLength(1);
  await tryWrong(backend, 12, '203.0.113.8');
  const jobs = () => backend.pool.query('select from graphile_worker._private_jobs').then(({ rows }) => rows.length);
  await expect.poll(jobs, patience).toBe(0);
  expect(await mails()).toHaveLength(1);
});

test('signing in resets the count', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  for (let round = 0; round < 3; round++) {
    expect(await tryWrong(backend, 9)).toEqual({ wrong_credentials: 9 });
    await backend.call('email_login', ada);
  }
});

test('sign-ins that succeed leave the limit of their network to those that fail', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const from = '203.0.113.7';
  const { points } = limits.signInFromAddress;
  for (let used = 1; used < points; used++) await backend.deps.limits.consume(limits.signInFromAddress, from);
  for (const _ of [1, 2]) expect((await backend.call('email_login', ada, { from })).user.email).toBe(ada.email);
});

test('a right password of the account’s own resets the count of wrong ones', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const { token } = await backend.call('email_login', ada);
  const allow = (password: string) => backend.call('my_google_allow', { password }, { token });
  const guess = () => outcomes(Array.from({ length: 9 }, () => allow('not it')));
  expect(await guess()).toEqual({ wrong_credentials: 9 });
  await allow(ada.password);
  expect(await guess()).toEqual({ wrong_credentials: 9 });
});

test('a network that the owner last signed in from 90 days ago is no longer exempt from the lock', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const from = '198.51.100.1';
  await backend.call('email_login', ada, { from });
  await tryWrong(backend, 1, '203.0.113.7');
  await useUp(backend, limits.signInOfAccount, 'the address of the account');
  const signIn = async (daysAgo: number) => {
    await backend.pool.query(`update audit_event set at = now() - make_interval(days => $1)`, [daysAgo]);
    return backend.call('email_login', ada, { from });
  };
  expect((await signIn(89)).user.email).toBe(ada.email);
  await expect(signIn(91)).rejects.toMatchObject({ error: 'too_many_requests' });
});

test('counts survive a restart, hold across processes, and expire', async () => {
  const backend = await openBackend();
  const other = connect(backend.url, { max: 1 });
  const elsewhere = postgresLimits(other.pool);
  const limit = { name: 'test', points: 2, seconds: 600 };
  expect((await backend.deps.limits.consume(limit, 'ada')).waitMs).toBe(0);
  expect((await elsewhere.consume(limit, 'ada')).waitMs).toBe(0);
  expect(await elsewhere.consume(limit, 'ada')).toMatchObject({ isFirstRefusal: true });
  expect(await backend.deps.limits.consume(limit, 'ada')).toMatchObject({ isFirstRefusal: false });
  expect((await elsewhere.consume(limit, 'bo')).waitMs).toBe(0);
  await other.pool.query('update rate_limit set expire = expire - 600000');
  expect((await elsewhere.consume(limit, 'ada')).waitMs).toBe(0);
  await other.close();
});

test('rate-limit keys are stored as hashes, and swept when they expire', async () => {
  const backend = await openBackend();
  await tryWrong(backend, 1, '203.0.113.7');
  const rows = await backend.db.selectFrom('rate_limit').selectAll().execute();
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toMatch(/ada|203\.0/);
  await sweep({ ...backend.deps, now: () => new Date(Date.now() + 25 * 3_600_000) });
  expect(await backend.db.selectFrom('rate_limit').selectAll().execute()).toEqual([]);
});

test('one network that tries many accounts is stopped; others are not', async () => {
  const backend = await openBackend();
  const from = '2001:db8:1:2::1';
  const { points } = limits.signInFromAddress;
  for (let used = 0; used < points; used++)
    await backend.deps.limits.consume(limits.signInFromAddress, '2001:db8:1:2::/64');
  const attempt = (address: string) => backend.call('email_login', wrong, { from: address });
  await expect(attempt(from)).rejects.toMatchObject({ error: 'too_many_requests' });
  await expect(attempt('2001:db8:1:2:ffff::9')).rejects.toMatchObject({ error: 'too_many_requests' });
  await expect(attempt('2001:db8:1:3::1')).rejects.toMatchObject({ error: 'wrong_credentials' });
});

test('registrations and mail requests are limited, too', async () => {
  const backend = await openBackend();
  const from = '203.0.113.7';
  const { limits: counts } = backend.deps;
  for (let used = 0; used < limits.registerFromAddress.points; used++)
    await counts.consume(limits.registerFromAddress, from);
  await expect(backend.call('email_register', ada, { from })).rejects.toMatchObject({ error: 'too_many_requests' });
  const ask = () => backend.call('email_forgot_password', { email: ada.email });
  expect(await outcomes(Array.from({ length: 8 }, ask))).toEqual({ done: 5, too_many_requests: 3 });
  await expect(ask()).rejects.toThrow('We have sent several mails');
});

test('a stolen session does not allow guessing the password', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const { token } = await backend.call('email_login', ada);
  const change = { old_password: 'not it', new_password: another, new_password_confirmation: another };
  const tries = Array.from({ length: 20 }, () => backend.call('email_change_password', change, { token }));
  expect(await outcomes(tries)).toEqual({ wrong_credentials: 10, too_many_requests: 10 });
});

const noId = '019a9e00-0000-7000-8000-00000000b0ff';
const endpoint = { url: 'https://hooks.example.com', description: '', events: ['task.succeeded' as const] };

test.each<[CallName, object, RateLimit]>([
  ['my_webhook_create', endpoint, limits.webhookChangeOfAccount],
  ['my_webhook_update', { ...endpoint, endpoint_id: noId, enabled: true }, limits.webhookChangeOfAccount],
  ['my_webhook_rotate', { endpoint_id: noId }, limits.webhookChangeOfAccount],
  ['share_create', { order_id: noId, days: 1 }, limits.shareOfAccount],
  ['stripe_buy', { product_id: 'pack_50' }, limits.purchaseOfAccount],
])('%s, of which rows stay, is limited by account', async (name, input, limit) => {
  const backend = await openBackend();
  const { accountId, call } = await member(backend);
  await Promise.all(Array.from({ length: limit.points }, () => backend.deps.limits.consume(limit, accountId)));
  await expect(call(name, input)).rejects.toMatchObject({ error: 'too_many_requests' });
});

const part = 'AAAA';
const response = {
  ...{ id: part, rawId: part, type: 'public-key' },
  response: { clientDataJSON: part, authenticatorData: part, signature: part },
};

test.each<[CallName, object, RateLimit]>([
  ['email_forgot_password', { email: ada.email }, limits.mailFromAddress],
  ['my_email_change', { email: ada.email }, limits.mailFromAddress],
  ['passkey_login_begin', {}, limits.passkeyFromAddress],
  ['passkey_login', { response }, limits.signInFromAddress],
  ['idtoken_login_google', { idtoken: part }, limits.signInFromAddress],
  ['content_authorities', {}, limits.checkFromAddress],
])('%s is limited by network', async (name, input, limit) => {
  const backend = await openBackend();
  const { token } = await member(backend);
  const from = '203.0.113.7';
  await useUp(backend, limit, from);
  const limited = { error: 'too_many_requests' };
  await expect(backend.call(name, input, { token, from })).rejects.toMatchObject(limited);
  const elsewhere = backend.call(name, input, { token, from: '198.51.100.1' }).catch((error: unknown) => error);
  expect(await elsewhere).not.toMatchObject(limited);
});

test.each<[CallName, object]>([
  ['my_email_change', { email: 'ada.lovelace@example.org' }],
  ['my_google_allow', {}],
  ['my_passkey_add', { name: 'Phone', response: 'of its challenge' }],
  ['my_recovery_codes_renew', {}],
])('%s, which mails the owner or leads to it, is limited by their address', async (name, input) => {
  const backend = await openBackend();
  const { call, email } = await member(backend);
  const { options } = await call('my_passkey_begin', {});
  const passkey = softwarePasskey(site).make({ challenge: String(options.challenge) });
  await useUp(backend, limits.noticeToAddress, email);
  const given = 'response' in input ? { ...input, response: passkey } : input;
  await expect(call(name, given)).rejects.toMatchObject({
    error: 'too_many_requests',
    message: expect.stringContaining('Too many changes of this account'),
  });
});

test('passwords are changed back and forth a limited number of times', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const { token } = await backend.call('email_login', ada);
  const { id } = await backend.db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const limit = limits.passwordChangeOfAccount;
  await Promise.all(Array.from({ length: limit.points }, () => backend.deps.limits.consume(limit, id)));
  const change = { old_password: ada.password, new_password: another, new_password_confirmation: another };
  await expect(backend.call('email_change_password', change, { token })).rejects.toMatchObject({
    error: 'too_many_requests',
  });
});

test('signing out the other devices is audited only if there were any', async () => {
  const backend = await openBackend();
  const { call } = await member(backend);
  for (let time = 0; time < 3; time++) await call('my_sign_out_others', {});
  const events = await backend.db.selectFrom('audit_event').select('event').execute();
  expect(events).not.toContainEqual({ event: 'session_ended' });
});

test.each([
  [1, '1 minute'],
  [60_001, '2 minutes'],
  [900_000, '15 minutes'],
  [5_400_000, '2 hours'],
])('%d ms are formatted as "%s"', (ms, words) => {
  expect(formatWait(ms)).toBe(words);
});

test('events are audited without personal data', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  await tryWrong(backend, 1, '203.0.113.7');
  const { token } = await backend.call('email_login', ada, { from: '203.0.113.7' });
  await tryWrong(backend, 11, '203.0.113.8');
  const events = await backend.db.selectFrom('audit_event').selectAll().orderBy('id').execute();
  const told = events.map(({ event, detail, address }) => [event, detail, address].join(' ').trim());
  expect(told.slice(0, 3)).toEqual([
    'registered e-mail',
    'sign_in_failed password 203.0.113.7',
    'signed_in password 203.0.113.7',
  ]);
  expect(told).toContain('refused sign-in-pair 203.0.113.8');
  expect(JSON.stringify(events)).not.toMatch(new RegExp(`${ada.email}|${ada.password}|${token}`));
});
