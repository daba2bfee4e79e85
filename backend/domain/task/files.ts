import type { TaskRow } from './present';

export const taskFileColumns = ['persons', 'preview_key', 'preview_before_key'] as const;

export function filesOfTask(task: Pick<TaskRow, (typeof taskFileColumns)[number]>): string[] {
  const keys = [task.preview_key, task.preview_before_key, ...(task.persons ?? []).map(({ thumb_key }) => thumb_key)];
  return keys.filter((key) => key !== null);
}
