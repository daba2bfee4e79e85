import { inTransaction } from '#backend/db/connect';
import type { UserContext } from '#backend/domain/context';
import { removeFiles } from '#backend/domain/remove-files';
import { dropExports } from '#backend/domain/task/drop-exports';
import { endSwapWithoutResult } from './end-swap';
import { ownCreation } from './present';

export async function deleteCreation(deps: UserContext, { order_id }: { order_id: string }): Promise<void> {
  const { id, task_id } = await ownCreation(deps, order_id);
  const files = await inTransaction(deps.db, async (trx) => {
    await endSwapWithoutResult({ ...deps, db: trx }, task_id, { status: 'cancelled' });
    const exported = await dropExports(trx, { creations: [id] });
    const row = await trx
      .deleteFrom('creation')
      .where('id', '=', id)
      .returning(['result_key', 'poster_key'])
      .executeTakeFirst();
    await trx.deleteFrom('task').where('id', '=', task_id).execute();
    return [...exported, row?.result_key, row?.poster_key].filter((key) => key != null);
  });
  await removeFiles(deps, files);
}
