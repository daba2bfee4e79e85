import type { MaterialRow } from './present';

export type DerivedFiles = Pick<MaterialRow, 'thumb_key' | 'filmstrip_key' | 'playable_key'>;

export function filesOf(files: DerivedFiles & { file_key?: string }): string[] {
  const keys = [files.file_key, files.thumb_key, files.filmstrip_key, files.playable_key];
  return [...new Set(keys.filter((key) => key != null))];
}
