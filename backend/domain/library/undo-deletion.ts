import type { Transaction } from 'kysely';
import { rules, type Output, type Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { assertRoomForRestored } from '#backend/domain/material/reserve-storage';
import { assertMayChangeLibrary } from '#backend/domain/deletion/open-deletion';

/** @throws AppError `not_found` once it is erased */
export async function undoDeletion(
  deps: UserContext,
  { deletion_id }: Parsed<'undo_del'>,
): Promise<Output<'undo_del'>> {
  await assertMayChangeLibrary(deps);
  return inTransaction(deps.db, async (trx) => {
    const deletion = await lockDeletion(trx, deps, deletion_id);
    const restored = await trx
      .updateTable(deletion.kind)
      .set({ deletion_id: null })
      .where('deletion_id', '=', deletion_id)
      .where('account_id', '=', deps.accountId)
      .returning('id')
      .execute();
    await trx.deleteFrom('deletion').where('id', '=', deletion_id).where('account_id', '=', deps.accountId).execute();
    if (deletion.kind === 'material') await assertRoomForRestored(trx, deps, deletion.created_at);
    return { restored: restored.length };
  });
}

async function lockDeletion(trx: Transaction<Database>, { accountId }: UserContext, id: string) {
  const deletion = await trx
    .selectFrom('deletion')
    .select(['kind', 'created_at'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!deletion) {
    throw new AppError('not_found', {
      message: `There is nothing to undo: it has been undone already, or the files were erased ${rules.undoMs / 1000} seconds after the deletion.`,
    });
  }
  return deletion;
}
