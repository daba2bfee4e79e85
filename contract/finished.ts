import type { TaskStatus } from './shapes/work';

/** Pages use this without the schemas. */
export function isFinished(status: TaskStatus): boolean {
  return status !== 'queued' && status !== 'running';
}
