import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Database } from '#backend/db/types';
import { addEntry } from './add-entry';

interface Reversal {
  accountId: string;
  /** Positive. */
  credits: number;
  reference: string;
  note: string;
}

/** Locks the wallet, so that nobody spends in between. */
async function balanceOf(trx: Transaction<Database>, accountId: string): Promise<number> {
  const { balance } = await trx
    .selectFrom('wallet')
    .select('balance')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return balance;
}

/** Takes credits back. What has been spent already is owed: the balance never goes below zero. */
export async function takeBack(trx: Transaction<Database>, reversal: Reversal): Promise<void> {
  const { accountId, credits, reference, note } = reversal;
  const taken = Math.min(credits, await balanceOf(trx, accountId));
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
  const told = owed > 0 ? `${note}; ${owed} more were spent already and are owed` : note;
  await addEntry(trx, { accountId, kind: 'reversal', delta: -taken, reference, note: told });
}

/** Pays what an account owes from what it has, the oldest debt first. */
export async function settleDebts(trx: Transaction<Database>, accountId: string): Promise<void> {
  const debts = await trx
    .selectFrom('credit_debt')
    .selectAll()
    .where('account_id', '=', accountId)
    .whereRef('settled', '<', 'owed')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, owed, settled } of debts) {
    const paid = Math.min(owed - settled, await balanceOf(trx, accountId));
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
