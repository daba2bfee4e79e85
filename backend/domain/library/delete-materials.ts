import type { Transaction } from 'kysely';
import type { Output, Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
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
    if (unused.length === 0) {
      throw new AppError('conflict', {
        message: 'A swap is still using this upload. Cancel it, or wait for it to end.',
      });
    }
    return { ...(await openDeletion(trx, deps, 'material', unused)), in_use: used.size };
  });
}

export async function usedBySwaps(trx: Transaction<Database>, materialIds: string[]): Promise<Set<string | null>> {
  if (materialIds.length === 0) return new Set();
  const tasks = await trx
    .selectFrom('task')
    .select('material_id')
    .where('material_id', 'in', materialIds)
    .where('kind', '=', 'swap')
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return new Set(tasks.map(({ material_id }) => material_id));
}
