import { inTransaction } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { removeFiles } from '#backend/domain/remove-files';
import { eraseFace } from './erase-face';

/** At once, without an undo. */
export async function deleteFace(deps: UserContext, { face_id }: { face_id: string }): Promise<void> {
  const { db, accountId } = deps;
  const keys = await inTransaction(db, async (trx) => {
    const locked = await trx
      .selectFrom('face')
      .select('id')
      .where('id', '=', face_id)
      .where('account_id', '=', accountId)
      .where('deletion_id', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    orThrowNotFound(locked);
    return eraseFace(trx, accountId, face_id);
  });
  await removeFiles(deps, keys);
}
