import type { TaskStatus } from './shapes/work';

/** Separate from the shapes, so that pages need not load schemas. */
export function isFinished(status: TaskStatus): boolean {
  return status !== 'queued' && status !== 'running';
}
