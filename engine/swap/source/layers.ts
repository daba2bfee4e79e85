import { clamp } from '#engine/swap/ops/curves';
import { pullPush } from '#engine/swap/ops/pull-push';
import { uncovered } from '#engine/swap/geometry/raster';
import { pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas } from './atlas-layout';
import { lowFrequency } from './low-frequency';
import type { PhotoAtlas } from './photo-atlas';

/** rgb = light × detail, so photos and mirrored halves join without seams. */
export interface Layers {
  /** size² × 3, 0–255, defined everywhere. */
  readonly light: Float32Array;
  /** size² × 3; 1 on plain skin. */
  readonly detail: Float32Array;
  /** size², 0–1. */
  readonly confidence: Float32Array;
}

/** Share of the atlas. */
const radiusShare = 0.045;
const floor = 6;

export function splitLayers({ layout, rgb, confidence }: PhotoAtlas): Layers {
  const { size, ids } = layout;
  const feature = zoneOverAtlas(layout, pigmentedFeatures);
  const weights = new Float32Array(feature.length);
  const certain = new Float32Array(feature.length);
  const trusted = new Float32Array(feature.length);
  for (let i = 0; i < weights.length; i++) {
    weights[i] = confidence[i] * (1 - Math.min(1, feature[i]));
    certain[i] = weights[i] > 0.5 ? 1 : 0;
    trusted[i] = 0.02 + weights[i];
  }
  const filled = rgb.slice();
  pullPush(filled, certain, size, size);
  const light = lowFrequency(filled, trusted, size, radiusShare);
  const detail = new Float32Array(rgb.length).fill(1);
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] === uncovered) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++) detail[k] = clamp((rgb[k] + floor) / (light[k] + floor), 0.02, 5);
  }
  return { light, detail, confidence };
}

/** size² × 3 bytes. */
export function joinLayers({ light, detail }: Pick<Layers, 'light' | 'detail'>): Uint8Array {
  const joined = new Uint8ClampedArray(light.length); // rounds, too
  for (let i = 0; i < light.length; i++) joined[i] = (light[i] + floor) * detail[i] - floor;
  return new Uint8Array(joined.buffer);
}
