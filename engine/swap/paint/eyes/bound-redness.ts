import type { Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { meanSkin } from '#engine/swap/judge/mean-skin';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { clamp } from '#engine/swap/ops/curves';
import type { EyeColour, Rgb } from '#engine/swap/source-types';
import { visitEyes } from './eye-pixels';

/** Of what exceeds the redness of skin. */
const strength = 0.85;
/** 0–255: bounds the quotients of near-black. */
const floor = 6;
/** Iris radii, with its rim. */
const irisReach = 1.1;
/** Red over green of light brown, for a source of unknown eyes. */
const brown = 1.5;

/**
 * In narrow and blurred eyes the landmarks count lids as eyeballs, and dim light makes lids red: beside the new lids these
 * would be red eyeballs. None is redder than the target's skin, and no iris than the source's where that is redder.
 * @param eyes the source's
 */
export function boundRedness(
  pixels: Pixels,
  canvas: Canvas,
  destination: Landmarks,
  grid: Grid,
  mask: Mask,
  eyes: EyeColour | undefined,
): void {
  const seen = meanSkin(grid, mask);
  const skin = seen ? redness(seen) : Infinity;
  const iris = Math.max(skin, eyes ? redness(eyes.iris) : brown);
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  visitEyes(pixels, canvas, destination, ({ at, cell, distance, rgb: [red, green] }) => {
    const excess = red + floor - (distance < irisReach ? iris : skin) * (green + floor);
    if (excess > 0) painted[at] = clamp(red - strength * mask.alpha[cell] * excess + 0.5, 0, 255);
  });
}

const redness = ([red, green]: Rgb): number => (red + floor) / (green + floor);
