import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { rules } from '#contract';
import type { Database, DeletionTable } from '#backend/db/types';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { presentDeletion } from './present';

/** Covers the way to the page and back. */
const graceMs = 5_000;

const tooManyChanges = (wait: string) => `Too many changes. Wait ${wait}, then try again.`;

export const assertMayChangeLibrary = (deps: UserContext): Promise<void> =>
  consumeRateLimit(deps, limits.libraryChangeOfAccount, deps.accountId, tooManyChanges);

/** Hides the rows and queues their erasure. */
export async function openDeletion(
  trx: Transaction<Database>,
  { accountId, jobs, now }: UserContext,
  kind: DeletionTable['kind'],
  ids: string[],
) {
  const id = uuidv7();
  const undo_until = new Date(now().getTime() + rules.undoMs);
  const erase_at = new Date(undo_until.getTime() + graceMs);
  const row = { id, account_id: accountId, kind, count: ids.length, undo_until, erase_at };
  await trx.insertInto('deletion').values(row).execute();
  await trx
    .updateTable(kind)
    .set({ deletion_id: id })
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .execute();
  const delaySeconds = (rules.undoMs + graceMs) / 1000;
  await jobs.add(trx, 'erase_deletion', { deletion_id: id }, { delaySeconds });
  return presentDeletion(row, now());
}
