import type { TaskRow } from './present';

export type RunningTask = Pick<TaskRow, 'status' | 'progress' | 'started_at' | 'expected_ms'>;

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
