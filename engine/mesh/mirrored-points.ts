import { LANDMARK_COUNT } from '#engine/types';
import { canonicalVertices, meshVertexCount } from './canonical-mesh';

/** Left iris and right iris: centre, then right, top, left and bottom in the picture's axes. */
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
  const placeOf = (vertex: number, side: 1 | -1) => {
    const [x, y, z] = canonicalVertices.subarray(3 * vertex, 3 * vertex + 3);
    return `${side * x},${y},${z}`;
  };
  const vertexAt = new Map<string, number>();
  for (let i = 0; i < meshVertexCount; i++) vertexAt.set(placeOf(i, 1), i);
  const pairs = new Uint16Array(LANDMARK_COUNT);
  for (let i = 0; i < meshVertexCount; i++) pairs[i] = vertexAt.get(placeOf(i, -1))!;
  for (const [left, right] of irisPairs) {
    pairs[left] = right;
    pairs[right] = left;
  }
  return pairs;
}
