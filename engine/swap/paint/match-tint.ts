import { allocate, bytesAt, copyIn, doublesAt, kernels, shortsAt, withScratch } from '#engine/kernels/memory';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { uncovered } from '#engine/swap/geometry/raster';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';

/** Deviation of a hue, as a share of brightness, over the face: black-and-white and sepia pictures stay below. */
const deviation = { grey: 0.006, coloured: 0.012 };
const levels = 16;

/** On a picture in shades of one colour the new face is in these shades, too. */
export function matchTint(pixels: Pixels, grid: Grid): void {
  const share = monochromeShare(grid);
  if (share === 0) return;
  const tints = tintsByLight(grid);
  const { width, height } = pixels;
  const painted = bytesAt(pixels.painted, 3 * width * height);
  const ids = shortsAt(pixels.ids, width * height);
  for (let i = 0, at = 0; i < ids.length; i++, at += 3) {
    if (ids[i] === uncovered) continue;
    const light = (painted[at] + painted[at + 1] + painted[at + 2]) / 3;
    const place = clamp((light / 256) * levels - 0.5, 0, levels - 1.001);
    const [level, beyond] = [Math.floor(place), place % 1];
    for (let k = 0; k < 3; k++) {
      const tint = mix(tints[3 * level + k], tints[3 * level + 3 + k], beyond);
      painted[at + k] = clamp(mix(painted[at + k], light * tint, share) + 0.5, 0, 255);
    }
  }
}

/** 0 for a face in colour, 1 in shades of one. */
function monochromeShare({ target, covered, feather }: Grid): number {
  const [places, warms, warmSquares, greens, greenSquares] = withScratch(() => {
    const sums = allocate(8 * 5);
    kernels().hueSpread(copyIn(target), copyIn(covered), copyIn(feather), covered.length, sums);
    return doublesAt(sums, 5).slice();
  });
  const cells = places + 1e-6;
  const spread = (sum: number, squares: number) => Math.sqrt(Math.max(0, squares / cells - (sum / cells) ** 2));
  return ramp(deviation.coloured, deviation.grey, Math.max(spread(warms, warmSquares), spread(greens, greenSquares)));
}

/** Levels × 3: channels over brightness. Levels that the face lacks take the mean. */
function tintsByLight({ target, covered }: Grid): Float64Array {
  const sums = new Float64Array(3 * levels);
  const all = [1e-3, 1e-3, 1e-3];
  for (let i = 0, at = 0; i < covered.length; i++, at += 3) {
    if (covered[i] === 0) continue;
    const light = (target[at] + target[at + 1] + target[at + 2]) / 3;
    const level = Math.min(levels - 1, Math.floor((light / 256) * levels));
    for (let k = 0; k < 3; k++) {
      sums[3 * level + k] += target[at + k];
      all[k] += target[at + k];
    }
  }
  const whole = all[0] + all[1] + all[2];
  for (let level = 0; level < levels; level++) {
    const own = sums.subarray(3 * level, 3 * level + 3);
    const known = own[0] + own[1] + own[2] + 1;
    for (let k = 0; k < 3; k++) own[k] = (3 * (own[k] + all[k] / whole)) / known;
  }
  return sums;
}
