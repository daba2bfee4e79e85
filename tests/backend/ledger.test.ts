import fc from 'fast-check';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { postEntry, reverseCredits, type NewEntry } from '#backend/domain/credits/ledger';
import { member, openBackend, type TestBackend } from '#tests/support/backend';
import { ledgerOf } from '#tests/support/journey';

const post = (backend: TestBackend, entry: NewEntry) =>
  backend.db.transaction().execute((trx) => postEntry(trx, entry));

test('fifty spends of a balance of ten: ten succeed', async () => {
  const backend = await openBackend();
  const ada = await member(backend, { credits: 10 });
  const spends = Array.from({ length: 50 }, (_, n) =>
    post(backend, { accountId: ada.accountId, kind: 'hold', delta: -1, reference: `order-${n}`, note: '' }),
  );
  const outcomes = await Promise.allSettled(spends);
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 0, sum: 0 });
});

test('the same purchase posted twenty times is credited once', async () => {
  const backend = await openBackend();
  const ada = await member(backend, { credits: 0 });
  const buy: NewEntry = { accountId: ada.accountId, kind: 'purchase', delta: 100, reference: 'payment-1', note: '' };
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => post(backend, buy)));
  expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(1);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 100, sum: 100 });
});

test('a refusal names the price and the balance', async () => {
  const backend = await openBackend();
  const ada = await member(backend, { credits: 1 });
  const spend = post(backend, { accountId: ada.accountId, kind: 'hold', delta: -2, reference: 'r', note: '' });
  await expect(spend).rejects.toMatchObject({
    error: 'insufficient_credits',
    userMessage: 'This costs 2 credits; you have 1.',
  });
});

test('credits that are owed for several payments are settled as far as the new ones reach, the oldest first', async () => {
  const backend = await openBackend();
  const ada = await member(backend, { credits: 0 });
  const { accountId } = ada;
  await backend.db.transaction().execute(async (trx) => {
    for (const reference of ['first', 'second'])
      await reverseCredits(trx, { accountId, credits: 3, reference, note: '' });
  });
  const debts = () => backend.db.selectFrom('credit_debt').select(['owed', 'settled']).orderBy('id').execute();
  const grant = (delta: number) =>
    post(backend, { accountId, kind: 'grant', delta, reference: `${delta} more`, note: '' });
  await grant(2);
  expect(await debts()).toEqual([
    { owed: 3, settled: 2 },
    { owed: 3, settled: 0 },
  ]);
  await grant(5);
  expect(await debts()).toEqual([
    { owed: 3, settled: 3 },
    { owed: 3, settled: 3 },
  ]);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 1, sum: 1 });
});

test('database constraints protect the ledger', async () => {
  const backend = await openBackend();
  const ada = await member(backend, { credits: 5 });
  const bo = await member(backend, { credits: 5 });
  await post(backend, { accountId: ada.accountId, kind: 'hold', delta: -2, reference: 'order', note: '' });
  const entry = (account: string, kind: string, delta: number, after: number, reference: string) =>
    sql`insert into credit_entry (id, account_id, kind, delta, balance_after, reference)
        values (${uuidv7()}, ${account}, ${kind}, ${delta}, ${after}, ${reference})`;
  const forbidden = {
    'a release without a hold': entry(ada.accountId, 'release', 2, 5, 'another'),
    'a release to somebody else': entry(bo.accountId, 'release', 2, 7, 'order'),
    'a release of more than was held': entry(ada.accountId, 'release', 3, 6, 'order'),
    'a wrong balance_after': entry(ada.accountId, 'grant', 1, 99, 'g'),
    'a hold that adds': entry(ada.accountId, 'hold', 1, 4, 'h'),
    'a balance below zero': entry(ada.accountId, 'hold', -9, -6, 'i'),
    'an entry changed': sql`update credit_entry set delta = delta + 1`,
    'an entry deleted': sql`delete from credit_entry`,
    'all entries dropped': sql`truncate credit_entry`,
    'a balance moved by hand': sql`update wallet set balance = 999`,
    'a wallet born rich': sql`insert into wallet (account_id, balance) values (${uuidv7()}, 5)`,
  };
  for (const [what, statement] of Object.entries(forbidden)) {
    await expect(statement.execute(backend.db), what).rejects.toMatchObject({ code: '23514' });
  }
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 3, sum: 3 });
});

test('under concurrent postings the balance equals the sum of the entries and is never negative', async () => {
  const backend = await openBackend();
  const operation = fc.record({
    kind: fc.constantFrom('grant' as const, 'hold' as const, 'release' as const),
    amount: fc.integer({ min: 1, max: 5 }),
    reference: fc.integer({ min: 0, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
      const who = await member(backend, { credits: 4 });
      await Promise.allSettled(
        operations.map(({ kind, amount, reference }) =>
          post(backend, {
            accountId: who.accountId,
            kind,
            delta: kind === 'hold' ? -amount : amount,
            reference: `${who.accountId}-${reference}`,
            note: '',
          }),
        ),
      );
      const { entries, sum, balance } = await ledgerOf(backend, who);
      expect(balance).toBe(sum);
      expect(entries.every((entry) => entry.balance_after >= 0)).toBe(true);
    }),
    { numRuns: 40 },
  );
});
