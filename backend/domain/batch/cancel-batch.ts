import type { Batch } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { UserContext } from '#backend/domain/context';
import { creationsOf } from '#backend/domain/swap/present';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import { ownBatch } from './own-batch';

/** Swaps that have started go on. */
export async function cancelBatch(deps: UserContext, { batch_id }: { batch_id: string }): Promise<Batch> {
  await inTransaction(deps.db, async (trx) => {
    const waiting = await creationsOf(trx, deps.accountId)
      .select('task.id')
      .where('creation.batch_id', '=', batch_id)
      .where('task.status', '=', 'queued')
      .orderBy('task.id')
      .forUpdate('task')
      .execute();
    for (const { id } of waiting) await endSwapWithoutResult({ ...deps, db: trx }, id, { status: 'cancelled' });
  });
  return ownBatch(deps, { batch_id });
}
