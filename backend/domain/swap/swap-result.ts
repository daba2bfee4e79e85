import type { Output, Parsed } from '#contract';
import { inSnapshot } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { presentTask } from '#backend/domain/task/present';
import { ownCreation, presentOrder } from './present';

export async function swapResult(
  deps: UserContext,
  request: Parsed<'faceswap_result'>,
): Promise<Output<'faceswap_result'>> {
  const { result_key, task, ...result } = await readResult(deps, request);
  const presented = await presentTask(deps, task);
  return { ...presented, ...result, result_size: result_key ? await deps.storage.size(result_key) : null };
}

/** One snapshot, so that a success always includes its result. */
function readResult(context: UserContext, { order_id, task_id }: Parsed<'faceswap_result'>) {
  return inSnapshot(context.db, async (db) => {
    const deps = { ...context, db };
    const creation = await ownCreation(deps, order_id);
    if (task_id && task_id !== creation.task_id) throw new AppError('not_found');
    const task = await db.selectFrom('task').selectAll().where('id', '=', creation.task_id).executeTakeFirstOrThrow();
    const { mail_when_done } = task;
    const { result_key } = creation;
    return { task, order: presentOrder(deps, creation), mail_when_done, result_key };
  });
}
