import { mouthCorners } from '#engine/mesh/topology';
import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { clamp, median, ramp } from '#engine/swap/ops/curves';
import { boxOfZone, zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import { logarithms } from './planes';

/** Of the zone, which falls from 1 on the edge of the lips to 0 beside them: skin of the usual colour. */
const usualUpTo = 0.35;
/** Edges of lips are soft. */
const beside = { from: 0.97, all: 0.75 };
/** Logarithm of red over green and blue above the usual: more is a lip. */
const lip = { from: 0.05, all: 0.25 };
const strength = 0.85;
/** Share of the atlas around the corners of the mouth: the line between the lips ends there. */
const corner = { from: 0.025, all: 0.05 };

/**
 * The landmarks of a stretched or soft mouth miss the edges of its lips: their red lies on the skin beside them, and would
 * be a blot below the new lips. It becomes skin of the colour beside it.
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
    const texels: number[] = [];
    for (let i = from * size; i < to * size; i++) if (zone[i] > 0 && zone[i] < beside.from) texels.push(i);
    const skin = texels.filter((i) => zone[i] < usualUpTo).map((i) => 3 * (i - from * size));
    if (skin.length === 0) continue;
    const usual = [0, 1, 2].map((k) => median(skin.map((at) => logs[at + k])));
    const redness = (at: number) => logs[at] - (logs[at + 1] + logs[at + 2]) / 2;
    const usualRedness = usual[0] - (usual[1] + usual[2]) / 2;
    for (const i of texels) {
      const at = 3 * (i - from * size);
      const red = ramp(lip.from, lip.all, redness(at) - usualRedness);
      if (red === 0) continue;
      const share = strength * red * ramp(beside.from, beside.all, zone[i]) * awayFromCorners(i, layout);
      for (let k = 0; k < 3; k++) changed[3 * i + k] *= Math.exp(clamp(share * (usual[k] - logs[at + k]), -1, 1));
    }
  }
  return { light, detail: changed, confidence };
}

/** 0 in the corners of the mouth, 1 away from them. */
function awayFromCorners(i: number, { size, positions }: AtlasLayout): number {
  const away = (vertex: number) =>
    Math.hypot((i % size) + 0.5 - positions[3 * vertex], Math.floor(i / size) + 0.5 - positions[3 * vertex + 1]);
  return ramp(corner.from, corner.all, Math.min(away(mouthCorners.left), away(mouthCorners.right)) / size);
}
