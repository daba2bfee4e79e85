import { mix, ramp, smoothstep } from '../ops/curves';
import { uncovered } from '../raster';
import { belowHairline, features } from '../vertex-weights';
import { spreadOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';

/**
 * Fills what the photos do not show: first with the detail of the other half of the face, then, under the hairline and
 * wherever neither half will do, with plain skin.
 */
export function completeLayers({ light, detail, trust }: Layers, layout: AtlasLayout): Layers {
  const { size, ids } = layout;
  const feature = spreadOverAtlas(layout, features);
  const below = spreadOverAtlas(layout, belowHairline);
  const completed = new Float32Array(detail.length).fill(1);
  const known = new Float32Array(size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const i = y * size + x;
      if (ids[i] === uncovered) continue;
      const j = y * size + size - 1 - x;
      const own = smoothstep(0.1, 0.7, trust[i]);
      const other = (1 - own) * smoothstep(0.1, 0.7, trust[j]);
      const shown = Math.max(below[i], ramp(0.6, 0.95, feature[i]));
      known[i] = (own + other) * shown;
      const share = other / (own + other + 1e-6);
      for (let k = 0; k < 3; k++) {
        const found = mix(detail[3 * i + k], detail[3 * j + k], share);
        completed[3 * i + k] = mix(1, found, known[i]);
      }
    }
  }
  return { light, detail: completed, trust: known };
}
