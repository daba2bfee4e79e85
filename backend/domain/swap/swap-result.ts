import type { Output, Parsed } from '#contract';
import { found } from '../app-error';
import type { Signed } from '../context';
import { presentTask } from '../task/present';
import { ownCreation, presentOrder } from './present';

/** How a swap stands, with its order. */
export async function swapResult(
  deps: Signed,
  { order_id, task_id }: Parsed<'faceswap_result'>,
): Promise<Output<'faceswap_result'>> {
  const creation = await ownCreation(deps, order_id);
  if (task_id && task_id !== creation.task_id) found(undefined);
  const task = await deps.db
    .selectFrom('task')
    .selectAll()
    .where('id', '=', creation.task_id)
    .executeTakeFirstOrThrow();
  return { ...(await presentTask(deps, task)), order: presentOrder(deps, { ...creation, status: task.status }) };
}
