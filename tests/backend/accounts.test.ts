import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { openAccount } from '#backend/domain/account/register';
import { limits } from '#backend/domain/limits';
import { openBackend } from '#tests/support/backend';

const ada = { email: 'ada@example.com', password: 'a long enough phrase' };

test('an account registers, logs in, is authenticated and logs out', async () => {
  const backend = await openBackend();
  expect(await backend.call('email_register', { ...ada, utm_all: '{"utm_source":"x"}' })).toEqual({ email: ada.email });
  const { token, user } = await backend.call('email_login', ada);
  expect(user).toMatchObject({ email: ada.email, nickname: 'ada', user_status: 'free', credit_num: 0 });
  expect(await backend.call('my_userinfo', {}, { token })).toEqual(user);
  await backend.call('logout', {}, { token });
  await expect(backend.call('my_userinfo', {}, { token })).rejects.toMatchObject({
    status: 401,
    error: 'unauthenticated',
  });
});

test('registering a taken address gets the same answer and changes nothing', async () => {
  const backend = await openBackend();
  const first = await backend.call('email_register', ada);
  await backend.db.updateTable('account').set({ email_verified_at: new Date() }).execute();
  const { token } = await backend.call('email_login', ada);
  const second = await backend.call('email_register', { email: 'ADA@example.com', password: 'somebody else’s' });
  expect(second).toEqual({ email: 'ADA@example.com' });
  expect(Object.keys(second)).toEqual(Object.keys(first));
  await expect(backend.call('email_login', { ...ada, password: 'somebody else’s' })).rejects.toThrow();
  expect((await backend.call('email_login', { ...ada, email: 'Ada@Example.com' })).user.email).toBe(ada.email);
  expect((await backend.call('my_userinfo', {}, { token })).email).toBe(ada.email);
});

test('200 concurrent registrations of one address create one account', async () => {
  const backend = await openBackend();
  const asked = Array.from({ length: 200 }, () => backend.call('email_register', ada));
  const answers = await Promise.allSettled(asked);
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.error] : []));
  expect(new Set(refused)).toEqual(new Set(['too_many_requests']));
  expect(refused).toHaveLength(200 - limits.registerOfAddress.points);
  const accounts = await backend.db.selectFrom('account').selectAll().execute();
  expect(accounts).toHaveLength(1);
});

test('a database constraint allows one account per address among 200 concurrent inserts', async () => {
  const { db } = await openBackend();
  const account = { email: ada.email, passwordHash: null, credits: 10 };
  const made = await Promise.all(
    Array.from({ length: 200 }, () => db.transaction().execute((trx) => openAccount(trx, account))),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
});

const composed = 'ein sch\u00f6ner Gru\u00df';
const decomposed = composed.normalize('NFD');

test.each([
  ['composed', 'decomposed', composed, decomposed],
  ['decomposed', 'composed', decomposed, composed],
  ['with a ligature', 'without', 'the o\ufb03ce is open', 'the office is open'],
])('a password set %s matches when typed %s', async (_set, _typed, set, typed) => {
  const backend = await openBackend();
  await backend.call('email_register', { ...ada, password: set });
  expect((await backend.call('email_login', { ...ada, password: typed })).user.email).toBe(ada.email);
});

test('a hash from before normalisation still matches', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const password_hash = await hash(decomposed);
  await backend.db.updateTable('account').set({ password_hash }).execute();
  expect((await backend.call('email_login', { ...ada, password: decomposed })).user.email).toBe(ada.email);
  await expect(backend.call('email_login', { ...ada, password: 'another phrase' })).rejects.toThrow();
});

test('a common password is refused in any width', async () => {
  const backend = await openBackend();
  const attempt = backend.call('email_register', { ...ada, password: '\uff50assword123' });
  await expect(attempt).rejects.toMatchObject({ fields: { password: expect.stringContaining('most common') } });
});

test.each([
  ['ada@b\u00fccher.example', 'ada@xn--bcher-kva.example'],
  ['ada@B\u00dcCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@b\u00fccher\u3002example', 'ada@xn--bcher-kva.example'],
  ['ada@\uff45xample.com', 'ada@example.com'],
  ['ada@\u4f8b\u5b50.\u5e7f\u544a', 'ada@xn--fsqu00a.xn--4rr70v'],
])('%s is a valid address, stored as %s', async (typed, kept) => {
  const backend = await openBackend();
  expect(await backend.call('email_register', { ...ada, email: typed })).toEqual({ email: kept });
  for (const email of [typed, kept]) {
    expect((await backend.call('email_login', { ...ada, email })).user.email).toBe(kept);
  }
});

test('a look-alike domain is a different address', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  // Cyrillic а.
  const lookAlike = 'ada@ex\u0430mple.com';
  await expect(backend.call('email_login', { ...ada, email: lookAlike })).rejects.toMatchObject({
    error: 'wrong_credentials',
  });
  const { email } = await backend.call('email_register', { ...ada, email: lookAlike });
  expect(email).toBe('ada@xn--exmple-4nf.com');
});

test.each([
  '\u0430da@example.com',
  'ada@b\u00fccher',
  'ada@b\u00fccher.example/x',
  'ada@1\u00fc 2.example',
  'ada@\u00fc@b.example',
  'ada@\u00fc%40b.example',
  'ada@\u2488.example',
])('%s is refused as an address', async (email) => {
  const backend = await openBackend();
  await expect(backend.call('email_register', { ...ada, email })).rejects.toMatchObject({ status: 422 });
});

test('a wrong password and an unknown address cannot be told apart', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const wrong = backend.call('email_login', { ...ada, password: 'not it at all' });
  const unknown = backend.call('email_login', { ...ada, email: 'bo@example.com' });
  const [a, b] = await Promise.allSettled([wrong, unknown]);
  expect(a).toMatchObject({ status: 'rejected', reason: { status: 422, error: 'wrong_credentials' } });
  expect(b).toMatchObject({ status: 'rejected', reason: { status: 422, error: 'wrong_credentials' } });
});

test.each([
  ['password123', 'most common'],
  ['ada@example.com', 'your e-mail address'],
  ['short', 'at least 8'],
  ['Face-Swap 2026!', 'name of the product'],
  ['x'.repeat(129), 'at most 128'],
  ['zzzzzzzzzz', 'most common'],
])('the password %s is refused for its field', async (password, said) => {
  const backend = await openBackend();
  const attempt = backend.call('email_register', { ...ada, password });
  await expect(attempt).rejects.toMatchObject({
    status: 422,
    error: 'invalid_input',
    fields: { password: expect.stringContaining(said) },
  });
});

test('tokens are stored only as hashes, and expire', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const { token } = await backend.call('email_login', ada);
  const [row] = await backend.db.selectFrom('access_token').selectAll().execute();
  expect(row!.hash.toString('utf8')).not.toContain(token);
  expect(JSON.stringify(await backend.db.selectFrom('account').selectAll().execute())).not.toContain(ada.password);
  await backend.db
    .updateTable('access_token')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  await expect(backend.call('my_userinfo', {}, { token })).rejects.toMatchObject({ status: 401 });
});

test('every call of a suspended account is refused with the reason', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const { token } = await backend.call('email_login', ada);
  await backend.db.updateTable('account').set({ suspended_at: new Date() }).execute();
  await expect(backend.call('my_userinfo', {}, { token })).rejects.toMatchObject({ status: 403, error: 'suspended' });
  await expect(backend.call('email_login', ada)).rejects.toMatchObject({ status: 403 });
});

test.each([undefined, 'Bearer', 'Bearer ', 'Bearer a b', 'Basic abc', `Bearer ${'x'.repeat(500)}`])(
  'the header %s does not authenticate',
  async (authorization) => {
    const backend = await openBackend();
    const response = await backend.fetch('/my/userinfo', {
      method: 'POST',
      ...(authorization ? { headers: { authorization } } : {}),
    });
    expect(response.status).toBe(401);
  },
);
