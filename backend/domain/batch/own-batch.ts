import { isFinished, type Batch } from '#contract';
import { inSnapshot, type Db } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { creationColumns, creationsOf, presentOrder, type CreationRow } from '#backend/domain/swap/present';
import { presentTask, type TaskRow } from '#backend/domain/task/present';

/** @throws AppError `not_found` if it has no creation, or none that is not deleted */
export async function ownBatch(context: UserContext, { batch_id }: { batch_id: string }): Promise<Batch> {
  const { last, ...batch } = await inSnapshot(context.db, async (db) => {
    const deps = { ...context, db };
    const rows = await creationsOf(db, deps.accountId)
      .selectAll('creation')
      .select(creationColumns)
      .where('creation.batch_id', '=', batch_id)
      .orderBy('creation.id')
      .execute();
    if (rows.length === 0) throw new AppError('not_found');
    const orders = rows.map((row) => presentOrder(deps, row));
    const sum = (numberOf: (order: Batch['orders'][number]) => number) =>
      orders.reduce((total, order) => total + numberOf(order), 0);
    return {
      batch_id,
      last: await lastOpenTask(db, rows),
      progress: Math.round(sum(({ status, progress }) => (isFinished(status) ? 100 : progress)) / orders.length),
      price: sum(({ price }) => price),
      credits_charged: sum(({ credits_charged }) => credits_charged),
      orders,
      created_at: rows[0]!.created_at.toISOString(),
    };
  });
  return { ...batch, ...(await outlookOf(context, last)) };
}

/** An account's jobs run in their order: the batch ends with it. */
async function lastOpenTask(db: Db, rows: CreationRow[]): Promise<TaskRow | undefined> {
  const last = rows.findLast(({ status }) => !isFinished(status));
  return last && db.selectFrom('task').selectAll().where('id', '=', last.task_id).executeTakeFirstOrThrow();
}

/** Not in the snapshot: polls share a reading of the queue. */
async function outlookOf(deps: UserContext, last: TaskRow | undefined) {
  if (!last) return { status: 'ended' as const, eta_seconds: null, poll_after_ms: 0 };
  const { eta_seconds, poll_after_ms } = await presentTask(deps, last);
  return { status: 'running' as const, eta_seconds, poll_after_ms };
}
