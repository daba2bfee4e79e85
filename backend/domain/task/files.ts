import type { TaskRow } from './present';

/** Keys of the files a task has made that belong to nothing else: persons' thumbnails, a preview. */
export function filesOfTask({ persons, preview_key }: Pick<TaskRow, 'persons' | 'preview_key'>): string[] {
  const keys = [preview_key, ...(persons ?? []).map((person) => person.thumb_key)];
  return keys.filter((key) => key !== null);
}
