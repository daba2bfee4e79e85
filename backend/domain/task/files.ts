import type { TaskRow } from './present';

export function filesOfTask({ persons, preview_key }: Pick<TaskRow, 'persons' | 'preview_key'>): string[] {
  const keys = [preview_key, ...(persons ?? []).map((person) => person.thumb_key)];
  return keys.filter((key) => key !== null);
}
