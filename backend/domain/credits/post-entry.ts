import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import { addEntry, type NewEntry } from './add-entry';
import { settleDebts } from './debts';

export type { NewEntry } from './add-entry';

/**
 * Adds an entry to the ledger, which moves the balance. Posting the same (kind, reference) again changes nothing.
 * A balance that would fall below zero is `insufficient_credits`; credits that come in settle what is owed first.
 */
export async function postEntry(trx: Transaction<Database>, entry: NewEntry): Promise<'posted' | 'posted before'> {
  const outcome = await addEntry(trx, entry);
  if (outcome === 'posted' && entry.delta > 0) await settleDebts(trx, entry.accountId);
  return outcome;
}
