import { besideEyes } from '#engine/swap/geometry/vertex-weights';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { mix, ramp } from '#engine/swap/ops/curves';
import { boxOfZone, someTexel, texelsOfRows, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { clearOfEdges } from './clear-of-edges';
import type { Layers } from '#engine/swap/source/photo/layers';
import type { PhotoAtlas } from '#engine/swap/source/photo/photo-atlas';

/** Share of the atlas in which hair must be seen: its shade, which counts as hidden, is as wide. */
const besideHair = 0.05;
/** Mean of it there. */
const seen = { from: 0.01, all: 0.08 };
/** Of what faces the camera: below, a texel is unseen because it is edge-on. */
const facingCamera = { from: 0.15, all: 0.4 };

/**
 * Strands at the edge of hair, which the net takes for skin, cross the end of a brow and go on beside the eye. Rims have a
 * margin of their own.
 */
export function discountHairEdge(layers: Layers, { hair, rims, facing, layout }: PhotoAtlas): Layers {
  const { size } = layout;
  const zone = zoneOverAtlas(layout, besideEyes);
  const box = boxOfZone(layout, besideEyes);
  const radius = Math.round(besideHair * size);
  const blurred = texelsOfRows(box, 2 * radius, size);
  const near = hair.slice(blurred.first, blurred.end);
  boxBlur(near, size, near.length / size, radius, 2);
  if (!someTexel(box, size, (i) => zone[i] > 0 && near[i - blurred.first] > seen.from)) return layers;
  const { first, end } = texelsOfRows(box, 0, size);
  const bare = new Float32Array(hair.length).fill(1);
  for (let i = first; i < end; i++) {
    const edgeOn = ramp(facingCamera.all, facingCamera.from, facing[i]);
    bare[i] = Math.max(layers.confidence[i], edgeOn, rims?.wide[i] ?? 0);
  }
  const clear = clearOfEdges(bare, layout);
  const confidence = layers.confidence.slice();
  for (let i = first; i < end; i++)
    confidence[i] *= mix(1, clear[i], zone[i] * ramp(seen.from, seen.all, near[i - blurred.first]));
  return { ...layers, confidence };
}
