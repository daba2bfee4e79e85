import type { FaceView } from '#engine/types';
import { bilinearRgb } from '#engine/swap/ops/bilinear';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp, smoothstep } from '#engine/swap/ops/curves';
import { mouthOpenness } from '#engine/mesh/pose';
import { uncovered } from '#engine/swap/geometry/raster';
import { chinZone } from '#engine/swap/geometry/vertex-weights';
import { interpolateOverAtlas, zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import { atlasMasks } from './atlas-masks';
import { connectedToNose } from './connected';
import { vertexVisibility } from './visibility';

/** Lips pulled shut by more than skin moves; the landmarks of their lower edge lie inside the mouth. */
export const mostOpenMouth = 0.45;

export interface PhotoAtlas {
  readonly layout: AtlasLayout;
  /** size² × 3, 0–255; 0 outside the face. */
  readonly rgb: Float32Array;
  /** size², 0–1: visible, not covered. */
  readonly confidence: Float32Array;
  /** As `confidence`, before rims of glasses, displaced lips and seams are taken away. */
  readonly visible: Float32Array;
  /** size², 0–1: behind glasses. */
  readonly lenses?: Float32Array | undefined;
}

export function unwrapPhoto(view: FaceView, layout: AtlasLayout): PhotoAtlas {
  const { size, ids } = layout;
  const across = interpolateOverAtlas(layout, view.landmarks, 3, 0);
  const down = interpolateOverAtlas(layout, view.landmarks, 3, 1);
  const { image } = view;
  const rgb = new Float32Array(3 * size * size);
  for (let i = 0; i < size * size; i++) {
    if (ids[i] === uncovered) continue;
    bilinearRgb(image.data, image.width, image.height, across[i] - 0.5, down[i] - 0.5, rgb, 3 * i);
  }
  return { layout, rgb, ...texelConfidence(view, layout, across, down) };
}

function texelConfidence(
  view: FaceView,
  layout: AtlasLayout,
  across: Float32Array,
  down: Float32Array,
): Pick<PhotoAtlas, 'confidence' | 'visible' | 'lenses'> {
  const { size, ids } = layout;
  const seen = interpolateOverAtlas(layout, vertexVisibility(view.landmarks));
  const { covered, rims, lenses } = atlasMasks(view, layout, across, down);
  const chin = zoneOverAtlas(layout, chinZone);
  const torn = mouthOpenness(view.landmarks) > mostOpenMouth ? 1 : 0;
  const bare = new Float32Array(ids.length);
  for (let i = 0; i < bare.length; i++) {
    if (ids[i] === uncovered) continue;
    bare[i] = (0.35 * ramp(0, 0.08, seen[i]) + 0.65 * ramp(0.12, 0.42, seen[i])) * (1 - covered[i]);
  }
  const visible = connectedToNose(bare, layout);
  const free = new Float32Array(ids.length);
  for (let i = 0; i < free.length; i++) free[i] = visible[i] * (1 - rims[i]) * (1 - torn * chin[i]);
  return { visible, confidence: featherInwards(free, ids, size), lenses };
}

/** Towards the outline and covered places. */
function featherInwards(confidence: Float32Array, ids: Int16Array, size: number): Float32Array {
  const soft = new Float32Array(ids.length);
  for (let i = 0; i < soft.length; i++) soft[i] = ids[i] === uncovered ? 1 : confidence[i];
  boxBlur(soft, size, size, Math.round(0.01 * size), 2);
  for (let i = 0; i < soft.length; i++) soft[i] = confidence[i] * smoothstep(0.35, 0.85, soft[i]);
  return soft;
}
