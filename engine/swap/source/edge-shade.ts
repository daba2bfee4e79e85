import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp, smoothstep } from '#engine/swap/ops/curves';
import { drawnFeatures } from '#engine/swap/geometry/vertex-weights';
import { spreadOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import { lowFrequency } from './low-frequency';

/** How far from hair its shadow reaches, and how wide that shadow is, as shares of the atlas. */
const reach = 0.08;
const shadowWidth = 0.01;

/**
 * Hair throws a dark line on the cheek it lies on. The line is skin by its colour, so trust would carry it over to
 * heads whose hair falls elsewhere: close to what is not trusted, what is darker than its surroundings is not either.
 */
export function distrustEdgeShade(layers: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const drawn = spreadOverAtlas(layout, drawnFeatures);
  const inside = layers.trust.map((value, i) => Math.max(value, Math.min(1, drawn[i])));
  boxBlur(inside, size, size, Math.round(0.5 * reach * size), 2);
  const shade = lowFrequency(layers.detail, layers.trust, size, shadowWidth);
  const trust = layers.trust.map((value, i) => {
    const atEdge = (1 - smoothstep(0.8, 0.995, inside[i])) * (1 - Math.min(1, drawn[i]));
    const light = (shade[3 * i] + shade[3 * i + 1] + shade[3 * i + 2]) / 3;
    return value * (1 - atEdge * ramp(0.97, 0.88, light));
  });
  return { ...layers, trust };
}
