import type { Grid } from '#engine/swap/geometry/grid';
import { clamp, mix } from '#engine/swap/ops/curves';
import { allocate, copyIn, doublesAt, kernels, withScratch } from '#engine/kernels/memory';
import { changeInPlace, tonedCells, type Tone } from './tone';

const minCells = 8;
/** Of the lip zone. */
const certainLip = 0.9;
/** 1 would undo lipstick. */
const strength = 0.4;
const hueStrength = 0.25;
const monochromeStrength = 0.8;
const [leastHue, mostHue] = [0.75, 1.3];

/**
 * Lips are hardly darker than dark skin: the skin ratio alone turns them black or chalky. Their hue, too, differs from
 * the skin's by an amount that depends on the light.
 * @param monochrome of the source; 1 takes most hue from the target.
 */
export function matchLips(grid: Grid, tone: Tone, monochrome: number): void {
  const here = withScratch(() => meanOfLips(grid, tonedCells(grid.warped, tone)));
  const there = withScratch(() => meanOfLips(grid, copyIn(grid.target)));
  if (!here || !there) return;
  const light = clamp(lightness(there) / lightness(here), 0.5, 2) ** strength;
  const hue = mix(hueStrength, monochromeStrength, monochrome);
  const factors = here.map((value, k) => {
    const share = (there[k] + 1) / lightness(there) / ((value + 1) / lightness(here));
    return light * clamp(share ** hue, leastHue, mostHue);
  });
  for (const plane of [tone.base, tone.gain])
    changeInPlace(plane, (colours) =>
      kernels().scaleByShare(colours, copyIn(grid.lips), grid.lips.length, 1, factors[0], factors[1], factors[2]),
    );
}

const lightness = (rgb: readonly number[]): number => (rgb[0] + rgb[1] + rgb[2]) / 3 + 1;

/** Undefined with too few cells. @param rgb address of cells × 3. */
function meanOfLips({ lips, kept }: Grid, rgb: number): number[] | undefined {
  const address = allocate(8 * 4);
  kernels().sumWhere(rgb, copyIn(lips), copyIn(kept), certainLip, lips.length, address);
  const [red, green, blue, cells] = doublesAt(address, 4);
  return cells < minCells ? undefined : [red / cells, green / cells, blue / cells];
}
