import type { TaskStatus } from './shapes/work';

/** Whether a task will not change any more. Apart from the shapes, so that a page that asks need not load them. */
export function isFinished(status: TaskStatus): boolean {
  return status !== 'queued' && status !== 'running';
}
