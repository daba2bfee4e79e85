import type { Selectable } from 'kysely';
import type { SourcePhoto } from '#engine';
import type { FacePhotoTable } from '#backend/db/types';

type Files = Pick<Selectable<FacePhotoTable>, 'file_key' | 'thumb_key' | 'people'>;

export function filesOfFacePhoto({ file_key, thumb_key, people }: Files): string[] {
  return [...new Set([file_key, thumb_key, ...(people ?? []).map((person) => person.thumb_key)])];
}

export function sourcePhoto(
  media: string,
  { person, people }: Pick<Selectable<FacePhotoTable>, 'person' | 'people'>,
): SourcePhoto {
  const at = people?.find((one) => one.person === person)?.at;
  return at ? { media, at } : { media };
}
