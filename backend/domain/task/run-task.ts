import type { Selectable } from 'kysely';
import type { Db } from '#backend/db/connect';
import type { MaterialTable } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import type { TaskRow } from './present';

/** Also after a dead worker; null if it has ended. */
export async function startTask({ db, now }: Pick<AppContext, 'db' | 'now'>, taskId: string): Promise<TaskRow | null> {
  const task = await db
    .updateTable('task')
    .set({ status: 'running', stage: 'reading', progress: 0, started_at: now() })
    .where('id', '=', taskId)
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
  return task ?? null;
}

export async function startMaterialTask(
  deps: Pick<AppContext, 'db' | 'now'>,
  taskId: string,
): Promise<{ task: TaskRow; material: Selectable<MaterialTable> } | null> {
  const task = await startTask(deps, taskId);
  if (!task?.material_id) return null;
  const material = await deps.db
    .selectFrom('material')
    .selectAll()
    .where('id', '=', task.material_id)
    .executeTakeFirst();
  return material ? { task, material } : null;
}

export async function requeueTask(db: Db, taskId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({ status: 'queued', stage: 'waiting', progress: 0, started_at: null })
    .where('id', '=', taskId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const reportIntervalMs = 250;

/**
 * Every new stage, and at most four times a second within one.
 * @param onEnded called when the task has ended, e.g. by a cancellation
 */
export function progressReporter({ db, log }: Pick<AppContext, 'db' | 'log'>, taskId: string, onEnded: () => void) {
  let last = { stage: '', at: 0 };
  return (stage: string, percent: number): void => {
    if (stage === last.stage && performance.now() - last.at < reportIntervalMs) return;
    last = { stage, at: performance.now() };
    db.updateTable('task')
      .set({ stage, progress: Math.min(99, Math.max(0, percent)) })
      .where('id', '=', taskId)
      .where('status', '=', 'running')
      .executeTakeFirst()
      .then(
        ({ numUpdatedRows }) => numUpdatedRows === 0n && onEnded(),
        (error: unknown) => log.warn({ err: error, taskId }, 'task_progress_write_failed'),
      );
  };
}
