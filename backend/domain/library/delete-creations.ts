import type { Output, Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import { lockOpenTasks } from '#backend/domain/lock-open-tasks';
import { assertMayChangeLibrary, openDeletion } from '#backend/domain/deletion/open-deletion';

/** Cancelled swaps return their credits even if the deletion is undone. */
export async function deleteCreations(
  deps: UserContext,
  { order_ids }: Parsed<'del_orders'>,
): Promise<Output<'del_orders'>> {
  await assertMayChangeLibrary(deps);
  return inTransaction(deps.db, async (trx) => {
    const rows = await trx
      .selectFrom('creation')
      .select(['id', 'task_id'])
      .where('account_id', '=', deps.accountId)
      .where('deletion_id', 'is', null)
      .where('id', 'in', order_ids)
      .orderBy('id')
      .execute();
    const tasks = rows.map(({ task_id }) => task_id);
    await lockOpenTasks(trx, 'id', tasks);
    // Before locking the creations, as the worker that ends a swap does.
    for (const task_id of tasks) await endSwapWithoutResult({ ...deps, db: trx }, task_id, { status: 'cancelled' });
    const locked = await trx
      .selectFrom('creation')
      .select('id')
      .where('account_id', '=', deps.accountId)
      .where('deletion_id', 'is', null)
      .where('id', 'in', order_ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (locked.length === 0) throw new AppError('not_found');
    const ids = locked.map(({ id }) => id);
    return openDeletion(trx, deps, 'creation', ids);
  });
}
