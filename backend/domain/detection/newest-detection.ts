import type { UserContext } from '#backend/domain/context';
import type { TaskRow } from '#backend/domain/task/present';

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
