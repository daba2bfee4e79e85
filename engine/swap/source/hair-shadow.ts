import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp, smoothstep } from '#engine/swap/ops/curves';
import { pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import { lowFrequency } from './low-frequency';

/** Shares of the atlas. */
const shadowReach = 0.08;
const shadowWidth = 0.01;

/** Dark lines beside hair are shadows of the colour of skin. */
export function discountHairShadow(layers: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const pigmented = zoneOverAtlas(layout, pigmentedFeatures);
  const inside = new Float32Array(pigmented.length);
  for (let i = 0; i < inside.length; i++) inside[i] = Math.max(layers.confidence[i], Math.min(1, pigmented[i]));
  boxBlur(inside, size, size, Math.round(0.5 * shadowReach * size), 2);
  const shade = lowFrequency(layers.detail, layers.confidence, size, shadowWidth);
  const confidence = new Float32Array(pigmented.length);
  for (let i = 0; i < confidence.length; i++) {
    const atEdge = (1 - smoothstep(0.8, 0.995, inside[i])) * (1 - Math.min(1, pigmented[i]));
    const light = (shade[3 * i] + shade[3 * i + 1] + shade[3 * i + 2]) / 3;
    confidence[i] = layers.confidence[i] * (1 - atEdge * ramp(0.97, 0.88, light));
  }
  return { ...layers, confidence };
}
