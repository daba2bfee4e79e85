import { uncovered } from '#engine/swap/geometry/raster';
import { ramp } from '#engine/swap/ops/curves';
import type { PhotoAtlas } from './photo-atlas';

/** Deviation of red minus blue over brightness: black-and-white and sepia photos stay below, other faces above. */
const deviation = { grey: 0.008, coloured: 0.02 };
const minConfidence = 0.5;

/** @returns 0 for a photo in colour, 1 in shades of one. */
export function monochromeShare({ layout: { ids }, rgb, confidence }: PhotoAtlas): number {
  let sum = 0;
  let squares = 0;
  let count = 1e-6;
  for (let i = 0; i < confidence.length; i++) {
    if (confidence[i] < minConfidence || ids[i] === uncovered) continue;
    const red = rgb[3 * i];
    const blue = rgb[3 * i + 2];
    const warmth = (red - blue) / (red + rgb[3 * i + 1] + blue + 30);
    sum += warmth;
    squares += warmth * warmth;
    count++;
  }
  const spread = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  return ramp(deviation.coloured, deviation.grey, spread);
}
