import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Mask } from '#engine/swap/judge/mask';
import type { Landmarks } from '#engine/types';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp } from '#engine/swap/ops/curves';
import type { Tone } from './tone';

/** Shares of the grid's width: from the target's hair up to the farthest hair that goes, and of the fade. */
const reach = 0.11;
const fade = 0.015;
/** From the middle of the mouth, in its widths: farther out grows the beard of the cheeks. */
const lateral = { all: 0.7, none: 0.9 };
/**
 * Light of the source's hair over that of the target's: as light, both are one moustache. It varies by 5 % to either side
 * between pictures of one face: with a narrower range, a video would flicker.
 */
const darker = { from: 1.1, all: 0.85 };
/** Opacity of the new face, above which the target's hair does not show, and below which it does. */
const shown = { from: 0.7, all: 0.3 };
/** Of the feather: beside the outline of the face, all fades. */
const inside = { from: 0.7, all: 1 };
const [leftCorner, rightCorner, underNose] = [61, 291, 2];

/**
 * Pieces of the source's moustache above one that stays the target's would be a second one: skin takes their place. Beside
 * it they continue it.
 * @param landmarks of the target, in cells
 * @param moustache share of the target's that stays, 0–1
 */
export function keepOneMoustache(
  grid: Grid,
  { alpha }: Mask,
  tone: Tone,
  landmarks: Landmarks,
  moustache: number,
): void {
  const { beard, chin, feather, pigmented, columns, rows } = grid;
  if (moustache === 0 || !grid.hair) return;
  const { middle, width, up } = mouthOf(landmarks);
  const hair = beard.map((share, i) => share * (1 - clamp(chin[i] + pigmented[i], 0, 1)));
  const kept = hair.map((share, i) => {
    if (share === 0) return 0;
    const across = ((i % columns) - middle.x) * up.y - (Math.floor(i / columns) - middle.y) * up.x;
    const near = ramp(lateral.none, lateral.all, Math.abs(across) / width);
    return near * ramp(inside.from, inside.all, feather[i]) * ramp(shown.from, shown.all, alpha[i]);
  });
  const above = kept.slice();
  for (let step = 1; step <= Math.round(reach * columns); step++) {
    const offset = Math.round(step * up.y) * columns + Math.round(step * up.x);
    for (let i = 0; i < above.length; i++) above[i] = Math.max(above[i], kept[i - offset] ?? 0);
  }
  boxBlur(above, columns, rows, Math.max(1, Math.round(fade * columns)), 2);
  const share = moustache * ramp(darker.from, darker.all, relativeLight(grid, tone, above, kept));
  if (share === 0) return;
  for (let i = 0; i < above.length; i++) {
    const skin = 1 - share * above[i] * hair[i];
    for (let k = 3 * i; k < 3 * i + 3; k++) tone.gain[k] *= skin;
    tone.shine[i] *= skin;
  }
}

/** Of the source's hair in the new light, where it may go, over that of the target's. @param above @param kept cells, 0–1 */
function relativeLight(
  { hair, target }: Grid,
  { base, low, gain }: Tone,
  above: Float32Array,
  kept: Float32Array,
): number {
  const { colour, share } = hair!;
  const may = above.map((near, i) => near * share[i] * (1 - kept[i]));
  const own = meanOf(may, (j, k) => Math.max(0, base[j + k] + gain[j + k] * (colour[k] - low[j + k])));
  const there = meanOf(kept, (j, k) => target[j + k]);
  return own === undefined || there === undefined ? 1 : (own + 1) / (there + 1);
}

/** Of all channels; undefined without weight. @param valueAt of a cell's first index and a channel */
function meanOf(weights: Float32Array, valueAt: (first: number, channel: number) => number): number | undefined {
  let [sum, mass] = [0, 0];
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    mass += 3 * weights[i];
    for (let k = 0; k < 3; k++) sum += weights[i] * valueAt(3 * i, k);
  }
  return mass === 0 ? undefined : sum / mass;
}

/** `up`: of length 1, towards the nose. */
function mouthOf(landmarks: Landmarks) {
  const at = (vertex: number) => ({ x: landmarks[3 * vertex], y: landmarks[3 * vertex + 1] });
  const [left, right, nose] = [leftCorner, rightCorner, underNose].map(at);
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  const length = Math.hypot(nose.x - middle.x, nose.y - middle.y) || 1;
  const up = { x: (nose.x - middle.x) / length, y: (nose.y - middle.y) / length };
  return { middle, width: Math.hypot(right.x - left.x, right.y - left.y) || 1, up };
}
