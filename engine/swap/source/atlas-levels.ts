import { halve } from '#engine/nets/pyramid';
import { cutPatch } from '#engine/swap/geometry/closed-lips';
import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { joinLayers, type Layers } from './photo/layers';
import type { AtlasLevel, AtlasPatch } from '#engine/swap/source-types';
import type { Image } from '#engine/types';
import { boxOfZone, scaledBox, type AtlasLayout } from './atlas/atlas-layout';

/** Texels a side. */
const smallestLevel = 32;

/** Full resolution first, each half as wide as the one before. */
export function atlasLevels(layers: Layers, { size }: AtlasLayout): AtlasLevel[] {
  const levels: AtlasLevel[] = [{ size, data: joinLayers(layers) }];
  for (let last = levels[0]; last.size > smallestLevel; last = levels[levels.length - 1]) {
    const half = halve({ width: last.size, height: last.size, data: last.data });
    levels.push({ size: half.width, data: half.data });
  }
  return levels;
}

/** The box of the lips, for each of `count` levels. */
export function lipPatches({ light, detail }: Layers, layout: AtlasLayout, count: number): AtlasPatch[] {
  const { size } = layout;
  const lips = boxOfZone(layout, lipZone);
  const unit = 2 ** (count - 1); // rows that become whole ones in every level
  const top = unit * Math.floor(lips.y / unit);
  const height = unit * Math.ceil((lips.y + lips.height) / unit) - top;
  const rows = (plane: Float32Array) => plane.subarray(3 * top * size, 3 * (top + height) * size);
  let band: Image = { width: size, height, data: joinLayers({ light: rows(light), detail: rows(detail) }) };
  return Array.from({ length: count }, (_, i) => {
    if (i > 0) band = halve(band);
    const box = scaledBox(lips, 1 / 2 ** i);
    const first = top / 2 ** i;
    return { ...cutPatch({ size: band.width, data: band.data }, { ...box, y: box.y - first }), y: box.y };
  });
}
