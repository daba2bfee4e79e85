import type { FaceView } from '#engine/types';
import { uncovered } from '#engine/swap/geometry/raster';
import { maskReader } from '#engine/swap/judge/face-mask';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';
import { planeOf } from '#engine/swap/ops/plane';
import type { AtlasLayout } from './atlas-layout';

/** size², 0–1. */
export interface AtlasMasks {
  /** Hair, hands and objects. */
  readonly covered: Float32Array;
  /** Of glasses, with their edges. */
  readonly rims: Float32Array;
  /** Undefined without glasses. */
  readonly lenses: Float32Array | undefined;
}

/** Share of the atlas: the net's edges are soft, and a rim casts a shadow. */
const rimGrowth = 0.012;
const hairGrowth = 0.008;

/** @param across,down size², pixels of the photo. */
export function atlasMasks(
  { masks, landmarks }: FaceView,
  { size, ids }: AtlasLayout,
  across: Float32Array,
  down: Float32Array,
): AtlasMasks {
  const read = masks ? maskReader(masks, landmarks) : () => 0;
  const over = (valueAt: (x: number, y: number) => number) =>
    planeOf(ids.length, (i) => (ids[i] === uncovered ? 0 : valueAt(across[i], down[i])));
  const covered = over((x, y) => Math.max(read('hair', x, y), read('cover', x, y)));
  const rims = over((x, y) => read('frame', x, y));
  grow(covered, size, hairGrowth);
  grow(rims, size, rimGrowth);
  const lenses = masks?.lens ? over((x, y) => read('lens', x, y)) : undefined;
  return { covered, rims, lenses };
}

function grow(plane: Float32Array, size: number, share: number): void {
  boxBlur(plane, size, size, Math.max(1, Math.round(share * size)), 2);
  for (let i = 0; i < plane.length; i++) plane[i] = ramp(0.06, 0.3, plane[i]);
}
