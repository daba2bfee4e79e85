import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { materialsOf, playableProgress, type MaterialWithProgress } from './present';

/** @throws AppError `not_found` */
export async function ownMaterial({ db, accountId }: UserContext, materialId: string): Promise<MaterialWithProgress> {
  return orThrowNotFound(
    await materialsOf(db, accountId)
      .selectAll()
      .select(playableProgress)
      .where('id', '=', materialId)
      .executeTakeFirst(),
  );
}

/**
 * Within a transaction, for a row that refers to it: a deletion that is under way ends first, a later one finds the row.
 * @throws AppError `not_found`
 */
export async function heldMaterial(deps: UserContext, materialId: string): Promise<MaterialWithProgress> {
  await materialsOf(deps.db, deps.accountId).select('id').where('id', '=', materialId).forKeyShare().execute();
  return ownMaterial(deps, materialId);
}
