import type { UserContext } from '#backend/domain/context';
import type { TaskRow } from '#backend/domain/task/present';

/**
 * The newest detection in the part of a material that was chosen last, or the one asked for; null when there is none
 * of the caller's. Going back to a part that was looked at before finds what was found then.
 */
export async function newestDetection(
  { db, accountId }: UserContext,
  materialId: string,
  taskId?: string,
): Promise<TaskRow | null> {
  let query = db
    .selectFrom('task')
    .innerJoin('material', 'material.id', 'task.material_id')
    .selectAll('task')
    .where('task.kind', '=', 'detection')
    .where('task.material_id', '=', materialId)
    .where('task.account_id', '=', accountId);
  query = taskId
    ? query.where('task.id', '=', taskId)
    : query
        .whereRef('task.trim_start_ms', 'is not distinct from', 'material.trim_start_ms')
        .whereRef('task.trim_end_ms', 'is not distinct from', 'material.trim_end_ms');
  return (await query.orderBy('task.id', 'desc').limit(1).executeTakeFirst()) ?? null;
}
