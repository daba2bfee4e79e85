import type { Parsed } from '#contract';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { removeFiles } from '#backend/domain/remove-files';
import { dropExports } from '#backend/domain/task/drop-exports';
import { filesOfTask } from '#backend/domain/task/files';
import { filesOf } from './files';

/** @throws AppError `conflict` while a swap uses it */
export async function deleteMaterial(deps: UserContext, { material_id }: Parsed<'del_material'>): Promise<void> {
  const { db, accountId } = deps;
  const tasks = await db.selectFrom('task').selectAll().where('material_id', '=', material_id).execute();
  const row = orThrowNotFound(
    await db
      .selectFrom('material')
      .selectAll()
      .where('id', '=', material_id)
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  );
  const inUse = tasks.some((task) => task.kind === 'swap' && (task.status === 'queued' || task.status === 'running'));
  if (inUse) {
    throw new AppError('conflict', { message: 'A swap is still using this upload. Cancel it, or wait for it to end.' });
  }
  await db.deleteFrom('task').where('material_id', '=', material_id).where('kind', '!=', 'swap').execute();
  const exported = await dropExports(db, { originals: [row.id] });
  await db.deleteFrom('material').where('id', '=', material_id).where('account_id', '=', accountId).execute();
  await removeFiles(deps, [...filesOf(row), ...tasks.flatMap(filesOfTask), ...exported]);
}
