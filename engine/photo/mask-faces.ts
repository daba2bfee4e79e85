import type { FaceFinder } from '#engine/analyse/face-finder';
import { areaOf } from '#engine/nets/boxes';
import type { View } from '#engine/nets/view';
import type { FaceMasks } from '#engine/types';
import type { BoundFace } from './bind';

/**
 * Before the first face is painted: neighbouring faces may overlap.
 * @returns most distant face first, as in videos
 */
export async function maskFaces(
  faces: FaceFinder,
  view: View,
  bound: readonly BoundFace[],
): Promise<(BoundFace & { masks: FaceMasks })[]> {
  const masked: (BoundFace & { masks: FaceMasks })[] = [];
  for (const one of bound) masked.push({ ...one, masks: await faces.mask(view, one.face.landmarks) });
  return masked.sort((a, b) => areaOf(a.face.box) - areaOf(b.face.box));
}
