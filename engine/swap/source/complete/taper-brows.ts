import { ramp, smoothstep } from '#engine/swap/ops/curves';
import { sumAt } from '#engine/swap/ops/light';
import { dilate } from '#engine/swap/ops/morphology';
import { brows } from '#engine/swap/geometry/vertex-weights';
import {
  boxOfZone,
  someTexel,
  texelsOfRows,
  zoneOverAtlas,
  type AtlasLayout,
} from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';

/** Share of the atlas over which a brow ends: three millimetres on a face. */
const reach = 0.02;
/** Confidence of a texel that a photo, or its mirror image, shows. */
const shown = 0.9;
/** Of the zone of brows. */
const inside = { from: 0.02, all: 0.3 };

/**
 * Rims and hair cut through a brow: what is completed beyond the cut is paler, and a straight edge remains. The mirror image
 * of the hairs at the cut continues them and fades.
 */
export function taperBrows({ light, detail, confidence }: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const zone = zoneOverAtlas(layout, brows);
  const box = boxOfZone(layout, brows);
  const isCompleted = (i: number) => zone[i] > inside.from && confidence[i] < shown;
  if (!someTexel(box, size, isCompleted)) return { light, detail, confidence };
  const radius = Math.round(reach * size);
  const offsets = offsetsWithin(radius);
  const { first, end } = texelsOfRows(box, radius, size);
  const near = confidence.slice(first, end);
  for (let at = 0; at < near.length; at++) near[at] = near[at] >= shown ? 1 : 0;
  dilate(near, size, near.length / size, radius);
  const tapered = detail.slice();
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const i = y * size + x;
      const share = ramp(inside.from, inside.all, zone[i]);
      if (share === 0 || near[i - first] === 0 || confidence[i] >= shown) continue;
      const cut = offsets.find(({ dx, dy }) => confidence[i + dy * size + dx] >= shown);
      // Above, the forehead is completed from below.
      if (!cut || -cut.dy < Math.abs(cut.dx)) continue;
      const beyond = i + 2 * (cut.dy * size + cut.dx);
      const hairs = 3 * (confidence[beyond] >= shown ? beyond : i + cut.dy * size + cut.dx);
      if (sumAt(detail, hairs) >= sumAt(detail, 3 * i)) continue;
      const fade = share * smoothstep(1, 0, cut.distance / (reach * size));
      for (let k = 0; k < 3; k++) tapered[3 * i + k] *= (detail[hairs + k] / detail[3 * i + k]) ** fade;
    }
  }
  return { light, detail: tapered, confidence };
}

/** Nearest first. */
function offsetsWithin(radius: number): { dx: number; dy: number; distance: number }[] {
  const offsets: { dx: number; dy: number; distance: number }[] = [];
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++) offsets.push({ dx, dy, distance: Math.hypot(dx, dy) });
  return offsets.filter(({ distance }) => distance <= radius).sort((a, b) => a.distance - b.distance);
}
