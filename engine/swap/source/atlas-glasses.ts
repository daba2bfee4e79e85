import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { close } from '#engine/swap/ops/morphology';
import { planeOf } from '#engine/swap/ops/plane';
import { uncovered } from '#engine/swap/geometry/raster';
import { pigmentedFeatures, glassesZone, glassesDetectionZone } from '#engine/swap/geometry/vertex-weights';
import { interpolateOverAtlas, type AtlasLayout } from './atlas-layout';

/** As a share of the atlas; and the share of thin dark texels that indicates glasses. */
const rimThickness = 0.045;
const glassesEvidence = 0.1;

/** Rims of the source's glasses, except across brows. @param rgb size² × 3. @returns size², 1 on a rim. */
export function sourceGlasses(layout: AtlasLayout, rgb: Float32Array): Float32Array {
  const { size, ids } = layout;
  const zone = interpolateOverAtlas(layout, glassesDetectionZone);
  const pigmented = interpolateOverAtlas(layout, pigmentedFeatures);
  const closed = new Float32Array(size * size);
  const light = planeOf(ids.length, (i) =>
    ids[i] === uncovered ? 255 : (rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3,
  );
  close(light, size, size, Math.round(0.5 * rimThickness * size), closed);
  const rims = light.map((value, i) => ramp(0.25, 0.45, (closed[i] - value) / (closed[i] + 20)));
  const area = zone.reduce((sum, weight) => sum + weight, 0);
  const found = zone.reduce((sum, weight, i) => sum + weight * rims[i], 0);
  if (found < glassesEvidence * area) return rims.fill(0);
  const worn = interpolateOverAtlas(layout, glassesZone);
  for (let i = 0; i < rims.length; i++) rims[i] *= worn[i] * (1 - clamp(pigmented[i], 0, 1));
  boxBlur(rims, size, size, Math.round(0.012 * size));
  return rims.map((value) => Math.min(1, 3 * value));
}
