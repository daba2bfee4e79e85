import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { close } from '#engine/swap/ops/morphology';
import { planeOf } from '#engine/swap/ops/plane';
import { uncovered } from '#engine/swap/geometry/raster';
import { pigmentedFeatures, glassesZone, glassesDetectionZone } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';

/** Share of the atlas; share of thin dark texels. */
const rimThickness = 0.045;
const glassesEvidence = 0.1;

/** Except across brows. @param rgb size² × 3. @returns size², 1 on a rim. */
export function sourceGlasses(layout: AtlasLayout, rgb: Float32Array): Float32Array {
  const { size, ids } = layout;
  const zone = zoneOverAtlas(layout, glassesDetectionZone);
  const pigmented = zoneOverAtlas(layout, pigmentedFeatures);
  const closed = new Float32Array(size * size);
  const light = planeOf(ids.length, (i) =>
    ids[i] === uncovered ? 255 : (rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3,
  );
  close(light, size, size, Math.round(0.5 * rimThickness * size), closed);
  const rims = planeOf(ids.length, (i) => ramp(0.25, 0.45, (closed[i] - light[i]) / (closed[i] + 20)));
  let area = 0;
  let found = 0;
  for (let i = 0; i < zone.length; i++) {
    area += zone[i];
    found += zone[i] * rims[i];
  }
  if (found < glassesEvidence * area) return rims.fill(0);
  const worn = zoneOverAtlas(layout, glassesZone);
  for (let i = 0; i < rims.length; i++) rims[i] *= worn[i] * (1 - clamp(pigmented[i], 0, 1));
  boxBlur(rims, size, size, Math.round(0.012 * size));
  return planeOf(rims.length, (i) => Math.min(1, 3 * rims[i]));
}
