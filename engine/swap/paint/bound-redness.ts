import type { Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid';
import type { Mask } from '#engine/swap/judge/mask';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { visitEyes } from './eye-pixels';

/** Of what exceeds the redness of skin. */
const strength = 0.85;
/** 0–255: bounds the quotients of near-black. */
const floor = 6;

/**
 * In narrow and blurred eyes the landmarks count lids as eyeballs, and dim light makes lids red: beside the new lids these
 * would be red eyeballs. None is redder than the target's skin.
 */
export function boundRedness(pixels: Pixels, canvas: Canvas, destination: Landmarks, grid: Grid, mask: Mask): void {
  const skin = skinRedness(grid);
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  visitEyes(pixels, canvas, destination, ({ at, cell, rgb: [red, green] }) => {
    const excess = red + floor - skin * (green + floor);
    if (excess > 0) painted[at] = red - strength * mask.alpha[cell] * excess + 0.5;
  });
}

/** Red over green. */
function skinRedness({ target, covered, kept, anyPigmented }: Grid): number {
  let [red, green] = [0, 0];
  for (let i = 0; i < covered.length; i++) {
    const weight = covered[i] * (1 - kept[i]) * (1 - anyPigmented[i]);
    red += weight * (target[3 * i] + floor);
    green += weight * (target[3 * i + 1] + floor);
  }
  return green === 0 ? Infinity : red / green;
}
