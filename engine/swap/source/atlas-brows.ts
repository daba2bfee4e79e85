import { boxBlur } from '#engine/swap/ops/box-blur';
import { median, ramp } from '#engine/swap/ops/curves';
import { planeOf } from '#engine/swap/ops/plane';
import { uncovered } from '#engine/swap/geometry/raster';
import { brows } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';

/** As dark as the brow's middle, bare skin around. */
export function browLikeness(layout: AtlasLayout, rgb: Float32Array, bare: Float32Array): Float32Array {
  const light = (i: number) => rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
  const middles = browMiddles.map(([upper, lower]) => {
    const column = Math.floor((layout.positions[3 * upper] + layout.positions[3 * lower]) / 2);
    const row = Math.floor((layout.positions[3 * upper + 1] + layout.positions[3 * lower + 1]) / 2);
    return light(row * layout.size + column);
  });
  const standard = median(middles);
  const zones = zoneOverAtlas(layout, brows);
  const around = planeOf(zones.length, (i) => (layout.ids[i] === uncovered ? 0 : 1 - Math.min(1, 2 * zones[i])));
  const free = planeOf(zones.length, (i) => around[i] * bare[i]);
  for (const plane of [around, free]) boxBlur(plane, layout.size, layout.size, Math.round(0.03 * layout.size), 2);
  return planeOf(zones.length, (i) => {
    if (zones[i] === 0) return 0;
    const isFree = ramp(0.7, 0.9, free[i] / (around[i] + 1e-3));
    return zones[i] * ramp(1.35, 1.1, light(i) / (standard + 1)) * isFree;
  });
}

const browMiddles = [
  [63, 53],
  [105, 52],
  [66, 65],
  [293, 283],
  [334, 282],
  [296, 295],
] as const;
