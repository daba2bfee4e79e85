import type { Selectable } from 'kysely';
import { isErrorName, isFinished, type Task } from '#contract';
import type { TaskTable } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';

export type TaskRow = Selectable<TaskTable>;

/** Milliseconds until the next poll, growing with the task's age; 0 when the task has finished. */
function pollAfter(task: TaskRow, now: Date): number {
  if (isFinished(task.status)) return 0;
  const waitedMs = now.getTime() - task.created_at.getTime();
  return Math.round(Math.min(3000, Math.max(300, waitedMs / 5)));
}

/** Extrapolated from the progress; null below 5 %. */
function secondsLeft(task: TaskRow, now: Date): number | null {
  if (task.status !== 'running' || !task.started_at || task.progress < 5) return null;
  const spent = (now.getTime() - task.started_at.getTime()) / 1000;
  return Math.ceil((spent * (100 - task.progress)) / task.progress);
}

async function queuePosition({ db }: Pick<AppContext, 'db'>, task: TaskRow): Promise<number | null> {
  if (task.status !== 'queued') return null;
  const { n } = await db
    .selectFrom('task')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', '=', 'queued')
    .where('kind', 'in', ['detection', 'swap', 'preview'])
    .where('id', '<', task.id)
    .executeTakeFirstOrThrow();
  return n + 1;
}

export async function presentTask(deps: Pick<AppContext, 'db' | 'now'>, task: TaskRow): Promise<Task> {
  const now = deps.now();
  const failed = task.error !== null && isErrorName(task.error);
  return {
    task_id: task.id,
    status: task.status,
    stage: task.stage,
    progress: task.progress,
    eta_seconds: secondsLeft(task, now),
    queue_position: await queuePosition(deps, task),
    poll_after_ms: pollAfter(task, now),
    error: failed ? { error: task.error as never, message: task.message ?? '' } : null,
  };
}
