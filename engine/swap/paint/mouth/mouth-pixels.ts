import type { Box, Landmarks } from '#engine/types';
import { shortsAt } from '#engine/kernels/memory';
import { innerLipRing, TriangleClass, triangles } from '#engine/mesh/topology';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { uncovered } from '#engine/swap/geometry/raster';

/** Those between the lips. @param visit gets the number of a pixel of the region, and of its triangle */
export function visitMouth(
  { width, height, ids }: Pixels,
  destination: Landmarks,
  region: Box,
  visit: (i: number, triangle: number) => void,
): void {
  const shown = shortsAt(ids, width * height);
  const rows = innerLipRing.map((vertex) => destination[3 * vertex + 1] - region.y);
  const first = Math.max(0, Math.floor(Math.min(...rows)));
  const end = Math.min(height, Math.ceil(Math.max(...rows)) + 1);
  for (let i = first * width; i < end * width; i++) {
    const triangle = shown[i];
    if (triangle !== uncovered && triangles.classes[triangle] === TriangleClass.mouth) visit(i, triangle);
  }
}
