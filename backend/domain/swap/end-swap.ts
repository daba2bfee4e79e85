import type { ErrorName } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { postEntry } from '#backend/domain/credits/ledger';
import { finishTask, type FinishContext } from '#backend/domain/task/finish';

type Ending = { status: 'failed' | 'refused'; error: ErrorName; message: string } | { status: 'cancelled' };

/** Returns credits in the same transaction. False if it has ended. */
export function endSwapWithoutResult(deps: FinishContext, taskId: string, ending: Ending): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    if (!(await finishTask({ ...deps, db: trx }, taskId, ending))) return false;
    const creation = await trx
      .selectFrom('creation')
      .select(['id', 'account_id', 'price'])
      .where('task_id', '=', taskId)
      .executeTakeFirst();
    if (creation && creation.price > 0) {
      await postEntry(trx, {
        accountId: creation.account_id,
        kind: 'release',
        delta: creation.price,
        reference: creation.id,
        note: `Swap ${ending.status}: credits returned`,
      });
    }
    return true;
  });
}
