import { brows, farSides } from '#engine/swap/geometry/vertex-weights';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';
import { dilate } from '#engine/swap/ops/morphology';
import {
  boxOfZone,
  someTexel,
  texelsOfRows,
  zoneOverAtlas,
  type AtlasLayout,
} from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';
import { logLightness } from '#engine/swap/source/atlas/planes';

/** Logarithm of light below plain skin: hair of a brow. */
const hair = 0.15;
/** The photo's own confidence: below, a texel is of the mirror image. */
const own = 0.8;
/** The same: above, nothing is erased. */
const kept = { from: 0.97, all: 0.8 };
/** Shares of the atlas: soft edges of hair, and of what is erased. */
const [growth, softness] = [0.008, 0.004];

/**
 * Brows of one face end at different heights: where the mirror image continues one, its end may lie beside the brow, as a
 * separate piece, which is erased.
 * @param confidence size², of the photo before it was completed
 */
export function eraseBrowFragments(layers: Layers, confidence: Float32Array, layout: AtlasLayout): Layers {
  const { size } = layout;
  const zone = zoneOverAtlas(layout, brows);
  const sides = zoneOverAtlas(layout, farSides);
  const box = boxOfZone(layout, brows);
  const isMirrored = (i: number) => zone[i] > 0 && sides[i] > 0 && confidence[i] < own;
  if (!someTexel(box, size, isMirrored)) return layers;
  const { first, end } = texelsOfRows(box, 0, size);
  const light = logLightness(layers.detail.subarray(3 * first, 3 * end));
  const isHair = (i: number) => zone[i] > 0 && light[i - first] < -hair;
  const erased = new Float32Array(size * size);
  const reached = new Uint8Array(size * size);
  const pieces = new Int32Array(box.width * box.height);
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const start = y * size + x;
      if (reached[start] === 1 || !isHair(start)) continue;
      const piece = connected(start, size, isHair, reached, pieces);
      // A brow lies in the photo, in part at least.
      if (piece.every((i) => confidence[i] < own && sides[i] > 0)) for (const i of piece) erased[i] = 1;
    }
  }
  if (!erased.includes(1)) return layers;
  dilate(erased, size, size, Math.max(1, Math.round(growth * size)));
  boxBlur(erased, size, size, Math.max(1, Math.round(softness * size)), 2);
  const detail = layers.detail.slice();
  for (let i = 0; i < erased.length; i++) {
    const share = erased[i] * ramp(kept.from, kept.all, confidence[i]);
    if (share > 0) for (let k = 3 * i; k < 3 * i + 3; k++) detail[k] = Math.max(detail[k], detail[k] ** (1 - share));
  }
  return { ...layers, detail };
}

/**
 * @param reached texels, 1 where visited; changed
 * @param piece written, as long as the piece may be
 */
function connected(
  start: number,
  size: number,
  isIn: (i: number) => boolean,
  reached: Uint8Array,
  piece: Int32Array,
): Int32Array {
  const offsets = [-1, 1, -size, size];
  let count = 0;
  piece[count++] = start;
  reached[start] = 1;
  for (let n = 0; n < count; n++) {
    for (const offset of offsets) {
      const next = piece[n] + offset;
      if (reached[next] === 1 || !isIn(next)) continue;
      reached[next] = 1;
      piece[count++] = next;
    }
  }
  return piece.subarray(0, count);
}
