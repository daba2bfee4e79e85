import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { CreditKind, Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';

export interface NewEntry {
  accountId: string;
  kind: CreditKind;
  /** Credits, signed. */
  delta: number;
  /** What the entry is for; one entry per (kind, reference), ever. */
  reference: string;
  note: string;
}

/**
 * Adds an entry to the ledger, which moves the balance, and nothing else: see postEntry. Adding the same (kind, reference) again changes nothing.
 * A balance that would fall below zero is `insufficient_credits`.
 */
export async function addEntry(trx: Transaction<Database>, entry: NewEntry): Promise<'posted' | 'posted before'> {
  // The lock puts the entries of one account in a row, so that balance_after is true.
  const { balance } = await trx
    .selectFrom('wallet')
    .select('balance')
    .where('account_id', '=', entry.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const known = await trx
    .selectFrom('credit_entry')
    .select('id')
    .where('kind', '=', entry.kind)
    .where('reference', '=', entry.reference)
    .executeTakeFirst();
  if (known) return 'posted before';
  if (balance + entry.delta < 0) throw notEnough(-entry.delta, balance);
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

const credits = (count: number) => `${count} credit${count === 1 ? '' : 's'}`;

function notEnough(price: number, balance: number): AppError {
  return new AppError('insufficient_credits', { message: `This costs ${credits(price)}; you have ${balance}.` });
}
