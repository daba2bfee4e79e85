import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { CreditKind, Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';

export interface NewEntry {
  accountId: string;
  kind: CreditKind;
  /** Signed. */
  delta: number;
  /** Unique together with the kind. */
  reference: string;
  note: string;
}

interface Reversal {
  accountId: string;
  /** Positive. */
  credits: number;
  reference: string;
  note: string;
}

type Posting = 'posted' | 'posted before';

/** Idempotent by (kind, reference). Settles debts first. @throws AppError `insufficient_credits` */
export async function postEntry(trx: Transaction<Database>, entry: NewEntry): Promise<Posting> {
  const outcome = await addEntry(trx, entry);
  if (outcome === 'posted' && entry.delta > 0) await settleDebts(trx, entry.accountId);
  return outcome;
}

/** Before several holds that belong together. @throws AppError `insufficient_credits` */
export async function assertBalance(trx: Transaction<Database>, accountId: string, credits: number): Promise<void> {
  const balance = await lockBalance(trx, accountId);
  if (balance < credits) throw insufficientCredits(credits, balance);
}

/** Records spent credits as a debt: the balance is never negative. */
export async function reverseCredits(trx: Transaction<Database>, reversal: Reversal): Promise<void> {
  const { accountId, credits, reference, note } = reversal;
  const taken = Math.min(credits, await lockBalance(trx, accountId));
  const owed = credits - taken;
  if (owed > 0) {
    const debt = { id: uuidv7(), account_id: accountId, reference, owed };
    await trx
      .insertInto('credit_debt')
      .values(debt)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (taken === 0) return;
  const fullNote = owed > 0 ? `${note}; ${owed} more were spent already and are owed` : note;
  await addEntry(trx, { accountId, kind: 'reversal', delta: -taken, reference, note: fullNote });
}

async function addEntry(trx: Transaction<Database>, entry: NewEntry): Promise<Posting> {
  const balance = await lockBalance(trx, entry.accountId);
  const known = await trx
    .selectFrom('credit_entry')
    .select('id')
    .where('kind', '=', entry.kind)
    .where('reference', '=', entry.reference)
    .executeTakeFirst();
  if (known) return 'posted before';
  if (balance + entry.delta < 0) throw insufficientCredits(-entry.delta, balance);
  await trx
    .insertInto('credit_entry')
    .values({
      id: uuidv7(),
      account_id: entry.accountId,
      kind: entry.kind,
      delta: entry.delta,
      balance_after: balance + entry.delta,
      reference: entry.reference,
      note: entry.note,
    })
    .execute();
  return 'posted';
}

async function settleDebts(trx: Transaction<Database>, accountId: string): Promise<void> {
  const debts = await trx
    .selectFrom('credit_debt')
    .selectAll()
    .where('account_id', '=', accountId)
    .whereRef('settled', '<', 'owed')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, owed, settled } of debts) {
    const paid = Math.min(owed - settled, await lockBalance(trx, accountId));
    if (paid === 0) return;
    const note = 'Credits owed since a payment went back';
    await addEntry(trx, { accountId, kind: 'adjustment', delta: -paid, reference: `debt:${id}:${settled}`, note });
    await trx
      .updateTable('credit_debt')
      .set({ settled: settled + paid })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Serialises entries, so that `balance_after` is correct. `for update` would deadlock with another transaction if both
 * wrote a reference to the wallet before.
 */
export async function lockBalance(trx: Transaction<Database>, accountId: string): Promise<number> {
  const { balance } = await trx
    .selectFrom('wallet')
    .select('balance')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return balance;
}

const formatCredits = (count: number) => `${count} credit${count === 1 ? '' : 's'}`;

function insufficientCredits(price: number, balance: number): AppError {
  return new AppError('insufficient_credits', { message: `This costs ${formatCredits(price)}; you have ${balance}.` });
}
