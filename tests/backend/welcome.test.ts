import { expect, test } from 'vitest';
import { issueCode } from '#backend/domain/account/mail-codes';
import { issueToken } from '#backend/domain/account/tokens';
import { openBackend, type TestBackend } from '#tests/support/backend';

const password = 'a long enough phrase';

async function join(backend: TestBackend, email: string) {
  await backend.call('email_register', { email, password });
  const { id } = await backend.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const { token } = await issueToken(backend.deps, id);
  const balance = async () => (await backend.call('my_userinfo', {}, { token })).credit_num;
  const confirm = async () => backend.call('email_activate', { code: await issueCode(backend.deps, id, 'activate') });
  const leave = () => backend.call('del_account', { uid: id, password }, { token });
  return { id, balance, confirm, leave };
}

test('welcome credits are granted once, when the address is confirmed', async () => {
  const backend = await openBackend();
  const ada = await join(backend, 'ada@example.com');
  expect(await ada.balance()).toBe(0);
  await ada.confirm();
  expect(await ada.balance()).toBe(10);
  await ada.confirm();
  expect(await ada.balance()).toBe(10);
});

test.each([
  ['the same address', 'ada@example.com', 'ada@example.com'],
  ['another case', 'ada@example.com', 'Ada@Example.COM'],
  ['a tag', 'ada@example.com', 'ada+second@example.com'],
  ['the dots of Gmail', 'ada.lovelace@gmail.com', 'a.dalovelace+x@googlemail.com'],
])('an account that returns with %s gets no second welcome credits', async (_what, first, second) => {
  const backend = await openBackend();
  const before = await join(backend, first);
  await before.confirm();
  expect(await before.balance()).toBe(10);
  await before.leave();
  const after = await join(backend, second);
  await after.confirm();
  expect(await after.balance()).toBe(0);
  const ledger = await backend.db.selectFrom('credit_entry').selectAll().execute();
  expect(JSON.stringify(ledger)).not.toMatch(/@|example|lovelace/i);
});

test.each([
  ['dots elsewhere', 'ada.l@example.com', 'adal@example.com'],
  ['another host', 'ada@example.com', 'ada@example.org'],
])('two people whose addresses differ in %s both get welcome credits', async (_what, one, other) => {
  const backend = await openBackend();
  for (const email of [one, other]) {
    const somebody = await join(backend, email);
    await somebody.confirm();
    expect(await somebody.balance()).toBe(10);
  }
});

test('an older account that got its credits on registration gets no more: on confirmation, or after it returns', async () => {
  const backend = await openBackend();
  const ada = await join(backend, 'ada@example.com');
  const entry = { id: ada.id, account_id: ada.id, kind: 'grant', delta: 10, balance_after: 10 } as const;
  await backend.db
    .insertInto('credit_entry')
    .values({ ...entry, reference: `welcome:${ada.id}`, note: 'Welcome' })
    .execute();
  await ada.confirm();
  expect(await ada.balance()).toBe(10);
  await ada.leave();
  const again = await join(backend, 'ada@example.com');
  await again.confirm();
  expect(await again.balance()).toBe(0);
});

test('the mailbox of an older, unconfirmed account is recorded on deletion, too', async () => {
  const backend = await openBackend();
  const ada = await join(backend, 'ada@example.com');
  const entry = { id: ada.id, account_id: ada.id, kind: 'grant', delta: 10, balance_after: 10 } as const;
  await backend.db
    .insertInto('credit_entry')
    .values({ ...entry, reference: `welcome:${ada.id}`, note: 'Welcome' })
    .execute();
  await ada.leave();
  const again = await join(backend, 'ada+again@example.com');
  await again.confirm();
  expect(await again.balance()).toBe(0);
});

test('of concurrent confirmations of one mailbox, one gets credits', async () => {
  const backend = await openBackend();
  const tags = Array.from({ length: 8 }, (_, index) => `ada+${index}@example.com`);
  const accounts = [];
  for (const email of tags) accounts.push(await join(backend, email));
  await Promise.all(accounts.map(({ confirm }) => confirm()));
  const balances = await Promise.all(accounts.map(({ balance }) => balance()));
  expect(balances.reduce((sum, one) => sum + one, 0)).toBe(10);
});
