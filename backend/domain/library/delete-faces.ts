import type { Output, Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { assertMayChangeLibrary, openDeletion } from '#backend/domain/deletion/open-deletion';

/** A swap that is ordered already still finds their photos until the erasure. */
export async function deleteFaces(deps: UserContext, { face_ids }: Parsed<'del_faces'>): Promise<Output<'del_faces'>> {
  await assertMayChangeLibrary(deps);
  return inTransaction(deps.db, async (trx) => {
    const rows = await trx
      .selectFrom('face')
      .select('id')
      .where('account_id', '=', deps.accountId)
      .where('deletion_id', 'is', null)
      .where('id', 'in', face_ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length === 0) throw new AppError('not_found');
    const ids = rows.map(({ id }) => id);
    return openDeletion(trx, deps, 'face', ids);
  });
}
