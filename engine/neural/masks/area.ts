import { applyAffine, type Affine } from '#engine/nets/affine';
import { HALF_PIXEL } from '#engine/neural/five-points';
import type { Landmarks } from '#engine/types';
import { convexHull, fillConvex } from './convex';
import { softenInwards } from './soften';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Of iBUG's 68 points. */
const areaPoints = {
  'upper-face': [0, 1, 2, ...range(14, 35)],
  'lower-face': [...range(3, 13), ...range(31, 35)],
  mouth: range(48, 67),
} as const;

export type FaceArea = keyof typeof areaPoints;
export const faceAreas = Object.keys(areaPoints) as FaceArea[];

/** Mesh points nearest to iBUG's 68. */
// prettier-ignore
const meshOf68 = [
  127, 234, 93, 58, 172, 136, 149, 148, 152, 377, 378, 365, 397, 288, 323, 454, 356,
  70, 63, 105, 66, 107, 336, 296, 334, 293, 300,
  168, 197, 5, 4, 75, 97, 2, 326, 305,
  33, 160, 158, 133, 153, 144, 362, 385, 387, 263, 373, 380,
  61, 39, 37, 0, 267, 269, 291, 405, 314, 17, 84, 181, 78, 82, 13, 312, 308, 317, 14, 87,
];

/** @returns 68 × (x, y), pixel centres at whole numbers */
export function points68(landmarks: Landmarks): number[] {
  return meshOf68.flatMap((point) => [landmarks[3 * point] - HALF_PIXEL, landmarks[3 * point + 1] - HALF_PIXEL]);
}

/**
 * 1 within the convex hull of the chosen areas.
 * @param points as `points68`
 */
export function areaMask(
  points: readonly number[],
  toCrop: Affine,
  side: number,
  areas: readonly FaceArea[],
): Float32Array {
  const chosen = areas.flatMap((area) => areaPoints[area]);
  const corners = chosen.map((point) => {
    const [x, y] = applyAffine(toCrop, points[2 * point], points[2 * point + 1]);
    return [Math.trunc(x), Math.trunc(y)] as const;
  });
  const mask = new Float32Array(side * side);
  fillConvex(convexHull(corners), side, mask);
  return softenInwards(mask, side);
}
