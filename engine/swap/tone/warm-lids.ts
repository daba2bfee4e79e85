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
/** Logarithm of light: in slight shade, hue is that of errors. */
const leastDarkness = 0.15;
/** Share of the grid's width. */
const radius = 0.008;

/**
 * `relight` takes lids for pigment, and leaves their shade hardly any hue. But that is shade of skin: it is red, since light
 * in it has passed through skin. Where it is as red in the photo, it is made so as on plain skin.
 */
export function warmLids({ lids, pigmented, fromTarget, warped, columns, rows }: Grid, { low, gain, hue }: Tone): void {
  const warmth = new Float32Array(lids.length);
  for (let i = 0, j = 0; i < lids.length; i++, j += 3) {
    if (lids[i] === 0 || fromTarget[i] === 1) continue;
    const light = lightAt(warped, j);
    const ratio = light / (lightAt(low, j) + 1e-3);
    const redOverBlue = warped[j] - warped[j + 2] - ratio * (low[j] - low[j + 2]);
    const darkness = Math.max(leastDarkness, -Math.log(ratio + 1e-3));
    warmth[i] = ramp(warm.from, warm.all, redOverBlue / (light + floor) / darkness);
  }
  boxBlur(warmth, columns, rows, Math.max(1, Math.round(radius * columns)), 1);
  for (let i = 0, j = 0; i < lids.length; i++, j += 3) {
    const share = lids[i] * pigmented[i] * warmth[i];
    if (share === 0) continue;
    for (let k = 0; k < 3; k++) gain[j + k] *= 1 + share * warmShade[k];
    hue[i] = mix(hue[i], plainHue, share);
  }
}
