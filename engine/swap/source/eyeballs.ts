import { TriangleClass, triangles } from '#engine/mesh/topology';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { uncovered } from '#engine/swap/geometry/raster';
import type { AtlasLayout } from './atlas-layout';

/** size²: 1 on the eyeballs, soft edge. */
export function eyeballs({ size, ids }: AtlasLayout): Float32Array {
  const inside = new Float32Array(ids.length);
  for (let i = 0; i < inside.length; i++) {
    const kind = ids[i] === uncovered ? TriangleClass.skin : triangles.classes[ids[i]];
    inside[i] = kind === TriangleClass.leftEye || kind === TriangleClass.rightEye ? 1 : 0;
  }
  boxBlur(inside, size, size, Math.max(1, Math.round(0.003 * size)));
  return inside;
}
