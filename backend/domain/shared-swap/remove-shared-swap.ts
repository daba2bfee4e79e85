import type { AppContext } from '#backend/domain/context';
import { removeFiles } from '#backend/domain/remove-files';

export const folderOf = (taskId: string): string => `segments/${taskId}`;

/** Once the swap has ended or is deleted. A helper that is still at work removes its own file. */
export async function removeSharedSwap(
  deps: Pick<AppContext, 'db' | 'jobs' | 'storage'>,
  taskId: string,
): Promise<void> {
  const { db, storage, jobs } = deps;
  const shared = await db.deleteFrom('shared_swap').where('task_id', '=', taskId).executeTakeFirst();
  // The row goes with a deleted task, the files do not.
  if (shared.numDeletedRows === 0n && (await isTask(db, taskId))) return;
  await jobs.removeHelpers(db, taskId);
  const keys: string[] = [];
  for await (const { key } of storage.list(folderOf(taskId))) keys.push(key);
  await removeFiles(deps, keys);
}

const isTask = async (db: AppContext['db'], id: string): Promise<boolean> =>
  (await db.selectFrom('task').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** An owner that runs removes them itself. */
const graceMs = 60_000;

/** Of owners that were killed. */
export async function removeEndedSharedSwaps(deps: Pick<AppContext, 'db' | 'jobs' | 'storage' | 'now'>): Promise<void> {
  const ended = await deps.db
    .selectFrom('shared_swap')
    .innerJoin('task', 'task.id', 'shared_swap.task_id')
    .select('task_id')
    .where('task.status', 'not in', ['queued', 'running'])
    .where('task.finished_at', '<', new Date(deps.now().getTime() - graceMs))
    .limit(100)
    .execute();
  for (const { task_id } of ended) await removeSharedSwap(deps, task_id);
}
