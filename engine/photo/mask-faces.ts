import type { FaceFinder } from '#engine/analyse/face-finder';
import type { FaceMasks, Image } from '#engine/types';
import type { BoundFace } from './bind';

/** Before the first face is painted: neighbouring faces may overlap. */
export async function maskFaces(
  faces: FaceFinder,
  image: Image,
  bound: readonly BoundFace[],
): Promise<(BoundFace & { masks: FaceMasks })[]> {
  const masked: (BoundFace & { masks: FaceMasks })[] = [];
  for (const one of bound) masked.push({ ...one, masks: await faces.mask(image, one.face.landmarks) });
  return masked;
}
