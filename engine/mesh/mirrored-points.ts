import { LANDMARK_COUNT } from '#engine/types';
import { canonicalUvs, meshVertexCount } from './canonical-mesh';

/** From the first iris point to the second iris's: centre, then right, top, left and bottom of the picture's axes. */
const irisPairs = [
  [468, 473],
  [469, 476],
  [470, 475],
  [471, 474],
  [472, 477],
] as const;

/** 478 indices: the landmark that takes a landmark's place in the mirror image of a face. */
export const mirroredPoints: Uint16Array = pairPoints();

function pairPoints(): Uint16Array {
  const pairs = new Uint16Array(LANDMARK_COUNT);
  for (let i = 0; i < meshVertexCount; i++) pairs[i] = nearestVertex(1 - canonicalUvs[2 * i], canonicalUvs[2 * i + 1]);
  for (const [left, right] of irisPairs) {
    pairs[left] = right;
    pairs[right] = left;
  }
  return pairs;
}

function nearestVertex(u: number, v: number): number {
  let nearest = 0;
  let least = Infinity;
  for (let i = 0; i < meshVertexCount; i++) {
    const distance = Math.hypot(canonicalUvs[2 * i] - u, canonicalUvs[2 * i + 1] - v);
    if (distance >= least) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}
