import { mouthCorners } from '#engine/mesh/topology';
import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { clamp, median, ramp } from '#engine/swap/ops/curves';
import { boxOfZone, zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import { lightness, logarithms, redness } from './planes';

/** Of the zone, which falls from 1 on the edge of the lips to 0 beside them: skin of the usual colour. */
const usualUpTo = 0.35;
/** Share of the atlas to each side: below the middle of a lip, skin may lie in its shade. */
const reach = 0.02;
/** Edges of lips are soft. */
const beside = { from: 0.97, all: 0.75 };
/** Logarithm of red over green and blue above the usual: more is a lip. */
const lip = { from: 0.05, all: 0.25 };
/** Logarithm of red, likewise, for each of light: skin is redder in the shade. */
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
  const radius = Math.round(reach * size);
  const changed = detail.slice();
  for (const [from, to] of [
    [box.y, middle],
    [middle, box.y + box.height],
  ]) {
    const logs = logarithms(detail.subarray(3 * from * size, 3 * to * size), 0);
    const first = from * size;
    const colourOf = (skin: readonly number[]) =>
      [0, 1, 2].map((k) => median(skin.map((i) => logs[3 * (i - first) + k])));
    const columns = columnsBesideLips(zone, size, from, to);
    const isSkin = (i: number) => zone[i] < usualUpTo;
    const anywhere = columns.flat().filter(isSkin);
    if (anywhere.length === 0) continue;
    const whole = colourOf(anywhere);
    for (const [x, texels] of columns.entries()) {
      if (texels.length === 0) continue;
      const near = columns
        .slice(Math.max(0, x - radius), x + radius + 1)
        .flat()
        .filter(isSkin);
      const local = near.length > 0 ? colourOf(near) : whole;
      const usual = lightness(local, 0) < lightness(whole, 0) ? local : whole;
      const [usualLight, usualRed] = [lightness(usual, 0), redness(usual, 0)];
      for (const i of texels) {
        const ofShade = redInShade * Math.max(0, usualLight - lightness(logs, i - first));
        const red = ramp(lip.from, lip.all, redness(logs, i - first) - usualRed - ofShade);
        if (red === 0) continue;
        const share = strength * red * ramp(beside.from, beside.all, zone[i]) * awayFromCorners(i, layout);
        for (let k = 0; k < 3; k++) {
          changed[3 * i + k] *= Math.exp(clamp(share * (usual[k] - logs[3 * (i - first) + k]), -1, 1));
        }
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

/** 0 in the corners of the mouth, 1 away from them. */
function awayFromCorners(i: number, { size, positions }: AtlasLayout): number {
  const away = (vertex: number) =>
    Math.hypot((i % size) + 0.5 - positions[3 * vertex], Math.floor(i / size) + 0.5 - positions[3 * vertex + 1]);
  return ramp(corner.from, corner.all, Math.min(away(mouthCorners.left), away(mouthCorners.right)) / size);
}
