import type { Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { removeFiles } from '#backend/domain/remove-files';
import { lockOpenTasks } from '#backend/domain/lock-open-tasks';
import { dropExports } from '#backend/domain/task/drop-exports';
import { filesOfTask, taskFileColumns } from '#backend/domain/task/files';
import { filesOf } from './files';
import { uploadInUse, usedBySwaps } from './in-use';

/** @throws AppError `conflict` while a swap uses it */
export async function deleteMaterial(deps: UserContext, { material_id }: Parsed<'del_material'>): Promise<void> {
  const { accountId } = deps;
  const files = await inTransaction(deps.db, async (trx) => {
    const own = trx
      .selectFrom('material')
      .selectAll()
      .where('id', '=', material_id)
      .where('account_id', '=', accountId);
    orThrowNotFound(await own.executeTakeFirst());
    await lockOpenTasks(trx, 'material_id', [material_id]);
    const row = orThrowNotFound(await own.forUpdate().executeTakeFirst());
    if ((await usedBySwaps(trx, [row.id])).size > 0) throw uploadInUse();
    const made = await trx
      .deleteFrom('task')
      .where('material_id', '=', row.id)
      .where('kind', '!=', 'swap')
      .returning(taskFileColumns)
      .execute();
    const exported = await dropExports(trx, { originals: [row.id] });
    await trx.deleteFrom('material').where('id', '=', row.id).execute();
    return [...filesOf(row), ...made.flatMap(filesOfTask), ...exported];
  });
  await removeFiles(deps, files);
}
