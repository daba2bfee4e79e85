import type { Transaction } from 'kysely';
import type { ErrorName } from '#contract';
import type { Database } from '../../db/types';
import { postEntry } from '../credits/post-entry';
import { finishTask } from '../task/finish';

type Ending = { status: 'failed' | 'refused'; error: ErrorName; message: string } | { status: 'cancelled' };

/**
 * Ends a swap without a result and gives its price back, in one transaction. False when it had ended already: then
 * nothing is given back, since that ending has seen to it.
 */
export async function endSwapWithoutResult(
  trx: Transaction<Database>,
  taskId: string,
  ending: Ending,
  now: Date,
): Promise<boolean> {
  if (!(await finishTask(trx, taskId, ending, now))) return false;
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
      note: ending.status === 'cancelled' ? 'Swap cancelled: credits returned' : 'Swap failed: credits returned',
    });
  }
  return true;
}
