import type { Signed } from '../context';
import type { TaskRow } from '../task/present';

/** The newest detection of a material, or the one asked for; null when there is none of the caller's. */
export async function newestDetection(
  { db, accountId }: Signed,
  materialId: string,
  taskId?: string,
): Promise<TaskRow | null> {
  let query = db
    .selectFrom('task')
    .selectAll()
    .where('kind', '=', 'detection')
    .where('material_id', '=', materialId)
    .where('account_id', '=', accountId);
  if (taskId) query = query.where('id', '=', taskId);
  return (await query.orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null;
}
