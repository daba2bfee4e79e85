import { brows, farSides } from '#engine/swap/geometry/vertex-weights';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';
import { dilate } from '#engine/swap/ops/morphology';
import {
  boxOfZone,
  mirroredTexel,
  someTexel,
  texelsOfRows,
  zoneOverAtlas,
} from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';
import type { PhotoAtlas } from '#engine/swap/source/photo/photo-atlas';
import { logLightness } from '#engine/swap/source/atlas/planes';

/** Share of the atlas in which hair must be seen. */
const besideHair = 0.02;
/** Mean of it there. */
const seen = { from: 0.01, all: 0.08 };
/** Logarithm of light below the darkest around the mirrored texel. */
const darker = { from: 0.12, all: 0.35 };
/** Share of the atlas by which one brow may be higher. */
const uneven = 0.002;
/** Confidence of the mirrored texel. */
const shown = { from: 0.8, all: 1 };
/** Of the zone of brows. */
const inside = { from: 0, all: 0.1 };
/** Share of the atlas: strands have soft edges. */
const growth = 0.006;

/**
 * The net marks no thin strands, and brows are dark, too. Where hair touches the outer end of one of them, what is darker than
 * in the other is a strand. Behind glasses, rims and their shadows are dark, too.
 */
export function discountBrowStrands(layers: Layers, { hair, rims, layout }: PhotoAtlas): Layers {
  if (rims) return layers;
  const { size } = layout;
  const zone = zoneOverAtlas(layout, brows);
  const outer = zoneOverAtlas(layout, farSides);
  const box = boxOfZone(layout, brows);
  const radius = Math.round(besideHair * size);
  const { first, end } = texelsOfRows(box, 2 * radius, size);
  const rows = (end - first) / size;
  const near = hair.slice(first, end);
  boxBlur(near, size, rows, radius, 2);
  if (!someTexel(box, size, (i) => zone[i] > 0 && near[i - first] >= seen.from)) return layers;
  const light = logLightness(layers.detail.subarray(3 * first, 3 * end));
  const darkest = light.slice();
  for (let at = 0; at < darkest.length; at++) darkest[at] = -light[at];
  dilate(darkest, size, rows, Math.round(uneven * size));
  const strands = new Float32Array(light.length);
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const i = y * size + x;
      const at = i - first;
      if (zone[i] === 0 || near[at] < seen.from) continue;
      const mirrored = mirroredTexel(i, size);
      strands[at] =
        ramp(0, 0.6, outer[i]) *
        ramp(inside.from, inside.all, zone[i]) *
        ramp(seen.from, seen.all, near[at]) *
        ramp(darker.from, darker.all, -darkest[mirrored - first] - light[at]) *
        ramp(shown.from, shown.all, layers.confidence[mirrored]);
    }
  }
  boxBlur(strands, size, rows, Math.max(1, Math.round(growth * size)), 2);
  const confidence = layers.confidence.slice();
  for (let at = 0; at < strands.length; at++) confidence[first + at] *= 1 - ramp(0.05, 0.3, strands[at]);
  return { ...layers, confidence };
}
