import type { Output, Parsed } from '#contract';
import { inSnapshot } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { presentTask } from '#backend/domain/task/present';
import { ownCreation, presentOrder } from './present';

/** One snapshot, so that a success always includes its result. */
export function swapResult(
  context: UserContext,
  { order_id, task_id }: Parsed<'faceswap_result'>,
): Promise<Output<'faceswap_result'>> {
  return inSnapshot(context.db, async (db) => {
    const deps = { ...context, db };
    const creation = await ownCreation(deps, order_id);
    if (task_id && task_id !== creation.task_id) throw new AppError('not_found');
    const task = await db.selectFrom('task').selectAll().where('id', '=', creation.task_id).executeTakeFirstOrThrow();
    const { mail_when_done } = task;
    return { ...(await presentTask(deps, task)), order: presentOrder(deps, creation), mail_when_done };
  });
}
