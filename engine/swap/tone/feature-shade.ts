import type { Grid } from '#engine/swap/geometry/grid/grid';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { mix, ramp } from '#engine/swap/ops/curves';
import { lightAt } from '#engine/swap/ops/light';
import { plainHue, warmShade } from './relight';
import type { Tone } from './tone';

/** 0–255: bounds ratios of near-black. */
const floor = 12;
/** Red minus blue of the hue, over the light, for each unit of darkness in logarithms: black lashes and make-up have less. */
const warm = { from: 0.08, all: 0.25 };
/** Of the zone of a brow, which falls from 1 on its hairs to 0 beside them. */
const besideHairs = { from: 1, all: 0.85 };
/** Logarithm of light: in slight shade, hue is that of errors. */
const leastDarkness = 0.15;
/** Share of the grid's width. */
const radius = 0.008;

/**
 * `relight` takes lids and brows for pigment, and leaves their shade hardly any hue. But on lids and beside the hairs of
 * brows that is shade of skin: it is red, since light in it has passed through skin. Where it is as red in the photo, it is
 * made so as on plain skin. The hairs are left to `keepBrowHue`.
 */
export function warmFeatureShade(grid: Grid, tone: Tone): void {
  const { lids, brows, pigmented, columns, rows } = grid;
  const redness = new Float32Array(lids.length);
  for (let i = 0; i < redness.length; i++) if (lids[i] > 0 || brows[i] > 0) redness[i] = rednessOf(grid, tone, i);
  boxBlur(redness, columns, rows, Math.max(1, Math.round(radius * columns)), 1);
  for (let i = 0, j = 0; i < lids.length; i++, j += 3) {
    const share = Math.max(lids[i], brows[i]) * pigmented[i] * redness[i];
    if (share === 0) continue;
    for (let k = 0; k < 3; k++) tone.gain[j + k] *= 1 + share * warmShade[k];
    tone.hue[i] = mix(tone.hue[i], plainHue, share);
  }
}

/** Of the shade of one cell in the photo, 0–1. */
function rednessOf({ lids, brows, fromTarget, warped }: Grid, tone: Tone, cell: number): number {
  if (fromTarget[cell] === 1) return 0;
  const at = 3 * cell;
  const light = lightAt(warped, at);
  const ratio = light / (lightAt(tone.low, at) + 1e-3);
  const redOverBlue = warped[at] - warped[at + 2] - ratio * (tone.low[at] - tone.low[at + 2]);
  const darkness = Math.max(leastDarkness, -Math.log(ratio + 1e-3));
  const beside = lids[cell] >= brows[cell] ? 1 : ramp(besideHairs.from, besideHairs.all, brows[cell]);
  return beside * ramp(warm.from, warm.all, redOverBlue / (light + floor) / darkness);
}
