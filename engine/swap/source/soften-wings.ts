import { clamp, mix } from '#engine/swap/ops/curves';
import { gaussianBlur } from '#engine/swap/ops/box-blur';
import { noseWings } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';

/** Share of the atlas. */
const radiusShare = 0.012;
/** Logarithms of light that stay around the wings of a nose. */
const [deepest, brightest] = [-0.3, 0.06];
/** Of its own, by which a texel may differ from the soft shade: a nose keeps its shape. */
const [darker, brighter] = [0.1, 0.05];

/**
 * The grooves around the wings of a nose are seen edge-on: in the atlas they are a few stretched pixels, and on another
 * nose a bright and a dark line that look like a ring. Their soft shade stays.
 */
export function softenWings(layers: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const wings = zoneOverAtlas(layout, noseWings);
  const detail = layers.detail.slice();
  const plane = new Float32Array(size * size);
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < plane.length; i++) plane[i] = Math.log(layers.detail[3 * i + k]);
    gaussianBlur(plane, size, size, Math.max(1, Math.round(radiusShare * size)));
    for (let i = 0; i < plane.length; i++) {
      if (wings[i] === 0) continue;
      const at = 3 * i + k;
      const own = Math.log(detail[at]);
      const soft = clamp(plane[i], deepest, brightest);
      detail[at] = Math.exp(mix(own, clamp(own, soft - darker, soft + brighter), wings[i]));
    }
  }
  return { ...layers, detail };
}
