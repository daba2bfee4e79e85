import type { Selectable } from 'kysely';
import { isErrorName, type Task } from '#contract';
import type { TaskTable } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { pollAfter } from './poll-after';
import { placeInQueue } from './queue';
import { runningTimeLeft, shownProgress } from './time-left';

export type TaskRow = Selectable<TaskTable>;

const toSeconds = (ms: number | null) => (ms === null ? null : Math.ceil(ms / 1000));

async function outlookOf(deps: Pick<AppContext, 'db' | 'jobs' | 'now'>, task: TaskRow) {
  if (task.status === 'running') {
    return { eta_seconds: toSeconds(runningTimeLeft(task, deps.now())), queue_position: null };
  }
  if (task.status !== 'queued') return { eta_seconds: null, queue_position: null };
  const { position, waitMs } = await placeInQueue(deps, task);
  const { expected_ms: expected } = task;
  return { eta_seconds: toSeconds(expected === null ? null : waitMs + expected), queue_position: position };
}

export async function presentTask(deps: Pick<AppContext, 'db' | 'jobs' | 'now'>, task: TaskRow): Promise<Task> {
  const now = deps.now();
  const { error } = task;
  return {
    task_id: task.id,
    status: task.status,
    stage: task.stage,
    progress: shownProgress(task, now),
    ...(await outlookOf(deps, task)),
    poll_after_ms: pollAfter(task, now),
    error: error !== null && isErrorName(error) ? { error, message: task.message ?? '' } : null,
  };
}
