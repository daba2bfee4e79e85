import { computeFloats, copyIn, kernels } from '#engine/kernels/memory';
import { TriangleClass, triangles } from '#engine/mesh/topology';
import { boxBlur } from '#engine/swap/ops/box-blur';
import type { AtlasLayout } from './atlas-layout';

const isEyeball = Uint8Array.from(triangles.classes, (kind) =>
  kind === TriangleClass.leftEye || kind === TriangleClass.rightEye ? 1 : 0,
);

/** size²: 1 on the eyeballs, soft edge. */
export function eyeballs({ size, ids }: AtlasLayout): Float32Array {
  const inside = computeFloats(ids.length, (plane) =>
    kernels().markOpen(copyIn(ids), copyIn(isEyeball), ids.length, plane),
  );
  boxBlur(inside, size, size, Math.max(1, Math.round(0.003 * size)));
  return inside;
}
