import { mouthCorners } from '#engine/mesh/topology';
import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { clamp, median, ramp } from '#engine/swap/ops/curves';
import { select } from '#engine/swap/ops/select';
import { boxOfZone, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';
import { lightness, logarithms, redness } from '#engine/swap/source/atlas/planes';

/** Of the zone, which falls from 1 on the edge of the lips to 0 beside them: skin of the usual colour. */
const usualUpTo = 0.35;
/** Share of the atlas to each side: below the middle of a lip, skin may lie in its shade. */
const reach = 0.02;
/** Read to each side: enough for a median. */
const mostColumns = 10;
/** Edges of lips are soft. */
const beside = { from: 0.97, all: 0.75 };
/** Logarithm of red over green and blue above the usual: more is a lip. */
const lip = { from: 0.05, all: 0.25 };
/** Skin is redder in the shade: by so much, likewise, for each logarithm of light that is missing. */
const redInShade = 0.2;
const strength = 0.85;
/** Share of the atlas around the corners of the mouth: the line between the lips ends there. */
const corner = { from: 0.025, all: 0.05 };

/**
 * The landmarks of a stretched or soft mouth miss the edges of its lips: their red lies on the skin beside them, and would
 * be a blot below the new lips. It becomes skin of the colour beside the lip, or of the shade below it.
 */
export function skinBesideLips({ light, detail, confidence }: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const zone = zoneOverAtlas(layout, lipZone);
  const box = boxOfZone(layout, lipZone);
  const middle = Math.round(box.y + box.height / 2);
  const changed = detail.slice();
  for (const [from, to] of [
    [box.y, middle],
    [middle, box.y + box.height],
  ]) {
    const logs = logarithms(detail.subarray(3 * from * size, 3 * to * size), 0);
    const columns = columnsBesideLips(zone, size, from, to);
    for (const [x, usual] of usualColours(columns, logs, from * size, zone, Math.round(reach * size)).entries()) {
      const [usualLight, usualRed] = [lightness(usual, 0), redness(usual, 0)];
      for (const i of columns[x]) {
        const at = i - from * size;
        const ofShade = redInShade * Math.max(0, usualLight - lightness(logs, at));
        const red = ramp(lip.from, lip.all, redness(logs, at) - usualRed - ofShade);
        if (red === 0) continue;
        const share = strength * red * ramp(beside.from, beside.all, zone[i]) * awayFromCorners(i, layout);
        for (let k = 0; k < 3; k++) changed[3 * i + k] *= Math.exp(clamp(share * (usual[k] - logs[3 * at + k]), -1, 1));
      }
    }
  }
  return { light, detail: changed, confidence };
}

/** Texels of each column of the atlas. @param from,to rows */
function columnsBesideLips(zone: Float32Array, size: number, from: number, to: number): number[][] {
  return Array.from({ length: size }, (_, x) => {
    const texels: number[] = [];
    for (let i = from * size + x; i < to * size; i += size) if (zone[i] > 0 && zone[i] < beside.from) texels.push(i);
    return texels;
  });
}

/**
 * Of the skin beside the whole lip, or near the column where that is darker.
 * @param logs of three channels, from the texel `first`
 * @param radius in columns
 * @returns logarithms for each column; empty without skin
 */
function usualColours(
  columns: readonly number[][],
  logs: Float32Array,
  first: number,
  zone: Float32Array,
  radius: number,
): number[][] {
  const skin = columns.map((texels) => texels.filter((i) => zone[i] < usualUpTo));
  const all = skin.flat();
  if (all.length === 0) return [];
  const channels = [0, 1, 2].map((k) => Float64Array.from(all, (i) => logs[3 * (i - first) + k]));
  const whole = channels.map(median);
  /** Of each column's first texel in `all`. */
  const starts = new Int32Array(columns.length + 1);
  skin.forEach((texels, x) => (starts[x + 1] = starts[x] + texels.length));
  const near = new Float64Array(all.length);
  const every = Math.ceil(radius / mostColumns);
  const medianNear = (values: Float64Array, x: number) => {
    let count = 0;
    for (let column = Math.max(0, x - radius); column <= Math.min(x + radius, columns.length - 1); column += every) {
      near.set(values.subarray(starts[column], starts[column + 1]), count);
      count += starts[column + 1] - starts[column];
    }
    return count === 0 ? undefined : select(near.subarray(0, count), count >> 1);
  };
  return columns.map((texels, x) => {
    if (texels.length === 0) return whole;
    const local = channels.map((values, k) => medianNear(values, x) ?? whole[k]);
    return lightness(local, 0) < lightness(whole, 0) ? local : whole;
  });
}

/** 0 in the corners of the mouth, 1 away from them. */
function awayFromCorners(i: number, { size, positions }: AtlasLayout): number {
  const away = (vertex: number) =>
    Math.hypot((i % size) + 0.5 - positions[3 * vertex], Math.floor(i / size) + 0.5 - positions[3 * vertex + 1]);
  return ramp(corner.from, corner.all, Math.min(away(mouthCorners.left), away(mouthCorners.right)) / size);
}
