import type { MaterialRow } from './present';

/** Where the pictures that were made of a material lie. */
export type DerivedFiles = Pick<MaterialRow, 'thumb_key' | 'filmstrip_key' | 'playable_key'>;

/** Keys of the files that were made of a material, and of its own. */
export function filesOf(place: DerivedFiles & { file_key?: string }): string[] {
  const keys = [place.file_key, place.thumb_key, place.filmstrip_key, place.playable_key];
  return [...new Set(keys.filter((key) => key != null))];
}
