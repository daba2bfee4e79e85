import type { AppContext } from '#backend/domain/context';
import type { TaskRow } from './present';
import { tasksBefore, type RunningTask } from './queue';

const spentMs = ({ started_at }: RunningTask, now: Date) =>
  started_at ? Math.max(0, now.getTime() - started_at.getTime()) : 0;

/** Below this, progress alone is too coarse. */
const firstPercent = 5;

/** Milliseconds: by the estimate at first, by progress in the end; null if neither is known. */
export function runningTimeLeft(task: RunningTask, now: Date): number | null {
  const spent = spentMs(task, now);
  const { progress, expected_ms: expected } = task;
  const byProgress = progress > 0 ? (spent * (100 - progress)) / progress : null;
  if (expected === null) return progress >= firstPercent ? byProgress : null;
  const byEstimate = Math.max(expected - spent, spent / 10);
  if (byProgress === null) return byEstimate;
  const share = progress / 100;
  return share * byProgress + (1 - share) * byEstimate;
}

/** Work without percentages. */
const isCoarse = (work: string | null) => work !== null && /^preview:|:photo(:|$)/.test(work);

const mostByTime = { coarse: 90, counted: 4 };

export function shownProgress(task: RunningTask & Pick<TaskRow, 'work'>, now: Date): number {
  if (task.status !== 'running' || !task.expected_ms) return task.progress;
  const most = isCoarse(task.work) ? mostByTime.coarse : mostByTime.counted;
  const byTime = Math.min(1, spentMs(task, now) / task.expected_ms) * most;
  return Math.max(task.progress, Math.round(10 * byTime) / 10);
}

interface Queue {
  /** 1 is next. */
  position: number;
  /** Until the task starts. */
  waitMs: number;
}

export async function placeInQueue(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  task: Pick<TaskRow, 'id'>,
): Promise<Queue> {
  const { ahead, running } = await tasksBefore(db, task);
  const runningMs = running.reduce((sum, other) => sum + (runningTimeLeft(other, now()) ?? 0), 0);
  return {
    position: ahead.count + 1,
    waitMs: (ahead.expected + runningMs) / Math.max(1, running.length),
  };
}
