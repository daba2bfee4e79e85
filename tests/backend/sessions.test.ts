import { expect, test } from 'vitest';
import { issueToken } from '#backend/domain/account/tokens';
import { addDays } from '#backend/domain/context';
import { sweep } from '#backend/domain/retention/sweep';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function logInFrom(backend: TestBackend, { accountId }: Member, clientAddress: string) {
  const { token } = await issueToken({ ...backend.deps, clientAddress, userAgent: firefox }, accountId);
  return token;
}

test('devices are listed in words, with network and last use, without the token', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const token = await logInFrom(backend, ada, '2001:db8:1:2:3:4:5:6');
  const later = addDays(new Date(), 1);
  backend.deps.now = () => later;
  await backend.call('my_userinfo', {}, { token, from: '203.0.113.7' });
  const { items } = await backend.call('my_sessions', {}, { token });
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({
    ...{ device: 'Firefox on Windows', address: '203.0.113.7', is_current: true },
    last_used_at: later.toISOString(),
  });
  expect(items[1]).toMatchObject({ device: null, is_current: false });
  expect(JSON.stringify(items)).not.toContain(token);
});

test('a User-Agent of the sign-in reaches the list', async () => {
  const backend = await openBackend();
  const account = { email: 'ada@example.com', password: 'a long enough phrase' };
  await backend.call('email_register', account);
  const headers = { 'content-type': 'application/json', 'user-agent': firefox };
  const body = JSON.stringify(account);
  const response = await backend.fetch('/email/login', { method: 'POST', headers, body }, '2001:db8:1:2:3:4:5:6');
  const { token } = (await response.json()).data;
  const { items } = await backend.call('my_sessions', {}, { token });
  expect(items).toMatchObject([{ device: 'Firefox on Windows', address: '2001:db8:1:2::/64' }]);
});

test('one device, or all others, are signed out at once; another account’s are not found', async () => {
  const backend = await openBackend();
  const [ada, eve] = [await member(backend), await member(backend)];
  const phone = await logInFrom(backend, ada, '203.0.113.7');
  await logInFrom(backend, ada, '203.0.113.8');
  const { items } = await backend.call('my_sessions', {}, { token: phone });
  const { session_id } = items.find(({ is_current }) => is_current)!;
  await expect(eve.call('my_session_end', { session_id })).rejects.toMatchObject({ error: 'not_found' });
  await ada.call('my_session_end', { session_id });
  await expect(backend.call('my_userinfo', {}, { token: phone })).rejects.toMatchObject({ error: 'unauthenticated' });
  await ada.call('my_sign_out_others', {});
  expect((await ada.call('my_sessions', {})).items).toMatchObject([{ is_current: true }]);
  expect((await eve.call('my_sessions', {})).items).toHaveLength(1);
  const events = await backend.db.selectFrom('audit_event').select(['event', 'detail']).orderBy('id').execute();
  expect(events).toEqual([
    { event: 'session_ended', detail: 'Firefox on Windows' },
    { event: 'session_ended', detail: 'others' },
  ]);
});

test('a session ends after 14 days without use, and the sweep removes it', async () => {
  const backend = await openBackend();
  const [ada, eve] = [await member(backend), await member(backend)];
  const start = new Date();
  for (const days of [13, 26]) {
    backend.deps.now = () => addDays(start, days);
    await backend.call('my_userinfo', {}, ada);
  }
  await expect(backend.call('my_userinfo', {}, eve)).rejects.toMatchObject({ error: 'unauthenticated' });
  await sweep(backend.deps);
  const left = await backend.db.selectFrom('access_token').select('account_id').execute();
  expect(left).toEqual([{ account_id: ada.accountId }]);
});

test('a session that has ended by disuse is not listed, even before the sweep', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await logInFrom(backend, ada, '203.0.113.7');
  const start = new Date();
  for (const days of [13, 15]) {
    backend.deps.now = () => addDays(start, days);
    await backend.call('my_userinfo', {}, ada);
  }
  expect((await backend.call('my_sessions', {}, ada)).items).toMatchObject([{ is_current: true }]);
});

test.each(['my_session_end', 'my_sign_out_others', 'my_sign_out_everywhere'] as const)(
  '%s has no effect if the audit log cannot be written',
  async (name) => {
    const backend = await openBackend();
    const ada = await member(backend);
    await logInFrom(backend, ada, '203.0.113.7');
    const { items } = await ada.call('my_sessions', {});
    const { session_id } = items.find(({ is_current }) => !is_current)!;
    backend.deps.audit = { record: () => Promise.reject(new Error('The audit log is full.')) };
    await expect(ada.call(name, { session_id })).rejects.toMatchObject({ error: 'internal' });
    expect((await ada.call('my_sessions', {})).items).toHaveLength(2);
  },
);

test('the 51st session ends the one that was unused for longest', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const start = Date.now();
  for (let n = 1; n <= 50; n++) {
    backend.deps.now = () => new Date(start + n * 1000);
    await logInFrom(backend, ada, '203.0.113.7');
  }
  await expect(ada.call('my_userinfo', {})).rejects.toMatchObject({ error: 'unauthenticated' });
  const { n } = await backend.db
    .selectFrom('access_token')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBe(50);
});
