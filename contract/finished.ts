import type { TaskStatus } from './shapes/work';

/** Whether a task is in a terminal status. Separate from the shapes, so that pages need not load schemas. */
export function isFinished(status: TaskStatus): boolean {
  return status !== 'queued' && status !== 'running';
}
