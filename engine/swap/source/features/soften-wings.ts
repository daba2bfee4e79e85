import { clamp, mix } from '#engine/swap/ops/curves';
import { tripleBoxBlur } from '#engine/swap/ops/box-blur';
import { noseWings } from '#engine/swap/geometry/vertex-weights';
import { boxOfZone, growBox, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';

/** Share of the atlas. */
const radiusShare = 0.012;
/** Of `tripleBoxBlur`: radii within which texels count. */
const blurReach = 3;
/** Logarithms of light that stay around the wings of a nose. */
const [deepest, brightest] = [-0.3, 0.06];
/** By which a texel may differ from the soft shade: a nose keeps its shape. */
const [darker, brighter] = [0.1, 0.05];

/**
 * The grooves around the wings of a nose are seen edge-on: in the atlas they are a few stretched pixels, and on another
 * nose a bright and a dark line that look like a ring. Their soft shade stays.
 */
export function softenWings(layers: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const wings = zoneOverAtlas(layout, noseWings);
  const radius = Math.max(1, Math.round(radiusShare * size));
  const box = boxOfZone(layout, noseWings);
  const wide = growBox(box, blurReach * radius, size);
  const detail = layers.detail.slice();
  const plane = new Float32Array(wide.width * wide.height);
  for (let k = 0; k < 3; k++) {
    for (let y = 0, to = 0; y < wide.height; y++) {
      const from = 3 * ((wide.y + y) * size + wide.x) + k;
      for (let at = from; at < from + 3 * wide.width; at += 3) plane[to++] = Math.log(layers.detail[at]);
    }
    tripleBoxBlur(plane, wide.width, wide.height, radius);
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) {
        const wing = wings[y * size + x];
        if (wing === 0) continue;
        const at = 3 * (y * size + x) + k;
        const soft = clamp(plane[(y - wide.y) * wide.width + x - wide.x], deepest, brightest);
        const own = Math.log(detail[at]);
        detail[at] = Math.exp(mix(own, clamp(own, soft - darker, soft + brighter), wing));
      }
    }
  }
  return { ...layers, detail };
}
