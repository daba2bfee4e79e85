import { isFinished } from '#contract';
import type { TaskRow } from './present';
import { runningTimeLeft, type RunningTask } from './time-left';

/** Milliseconds. */
const [soonest, latest] = [300, 3000];

/** A fifth of the time waited so far, but not beyond the task's expected end. Milliseconds; 0 when the task has finished. */
export function pollAfter(task: RunningTask & Pick<TaskRow, 'created_at'>, now: Date): number {
  if (isFinished(task.status)) return 0;
  const waited = now.getTime() - task.created_at.getTime();
  const left = task.status === 'running' ? runningTimeLeft(task, now) : null;
  return Math.round(Math.min(latest, Math.max(soonest, Math.min(waited / 5, left ?? Infinity))));
}
