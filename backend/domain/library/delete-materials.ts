import type { Output, Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { uploadInUse, usedBySwaps } from '#backend/domain/material/in-use';
import { materialsOf } from '#backend/domain/material/present';
import { assertMayChangeLibrary, openDeletion } from '#backend/domain/deletion/open-deletion';

/** Keeps those that a swap is using. @throws AppError `conflict` if all are in use */
export async function deleteMaterials(
  deps: UserContext,
  { material_ids }: Parsed<'del_materials'>,
): Promise<Output<'del_materials'>> {
  await assertMayChangeLibrary(deps);
  return inTransaction(deps.db, async (trx) => {
    const rows = await materialsOf(trx, deps.accountId)
      .select('id')
      .where('id', 'in', material_ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length === 0) throw new AppError('not_found');
    const ids = rows.map(({ id }) => id);
    const used = await usedBySwaps(trx, ids);
    const unused = ids.filter((id) => !used.has(id));
    if (unused.length === 0) throw uploadInUse();
    return { ...(await openDeletion(trx, deps, 'material', unused)), in_use: used.size };
  });
}
