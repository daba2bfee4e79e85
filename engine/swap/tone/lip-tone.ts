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

/** 0–255: less contrast between lips and skin cannot be scaled. */
const leastContrast = 8;
const [leastScale, mostScale] = [0.7, 1.2];

/**
 * Lips are hardly darker than dark skin: the skin ratio alone turns them black or chalky. Their hue, too, differs from
 * the skin's by an amount that depends on the light. Lightness is matched by the contrast of lips and skin, so that the
 * skin around them, which the lips' cells also contain, gets no pale rim.
 * @param monochrome of the source; 1 takes most hue from the target.
 */
export function matchLips(grid: Grid, tone: Tone, monochrome: number): void {
  const here = withScratch(() => meanOfLips(grid, tonedCells(grid.warped, tone)));
  const there = withScratch(() => meanOfLips(grid, copyIn(grid.target)));
  const skin = withScratch(() => meanOfLips(grid, copyIn(tone.base)));
  if (!here || !there || !skin) return;
  keepHueOfDarkLips(grid, tone);
  const wanted = lightness(here) * clamp(lightness(there) / lightness(here), 0.5, 2) ** strength;
  const contrast = lightness(here) - lightness(skin);
  const scale =
    Math.abs(contrast) < leastContrast ? 1 : clamp((wanted - lightness(skin)) / contrast, leastScale, mostScale);
  const light = wanted / (lightness(skin) + scale * contrast);
  const hue = mix(hueStrength, monochromeStrength, monochrome);
  const factors = here.map((value, k) => {
    const share = (there[k] + 1) / lightness(there) / ((value + 1) / lightness(here));
    return light * clamp(share ** hue, leastHue, mostHue);
  });
  scaleLips(grid, tone.base, factors);
  scaleLips(
    grid,
    tone.gain,
    factors.map((factor) => scale * factor),
  );
}

/** The share of a detail's own hue fades in the dark (see the kernel `tone`): for brows, but lipstick is dark and red. */
function keepHueOfDarkLips(grid: Grid, tone: Tone): void {
  const own = withScratch(() => meanOfLips(grid, copyIn(grid.warped)));
  const low = withScratch(() => meanOfLips(grid, copyIn(tone.low)));
  if (!own || !low) return;
  const grey = lightness(own) / lightness(low) - 1;
  const faded = clamp(1 + 2.2 * (grey + 0.2), 0.2, 1);
  for (let i = 0; i < grid.lips.length; i++) tone.hue[i] *= mix(1, 1 / faded, clamp(grid.lips[i], 0, 1));
}

function scaleLips({ lips }: Grid, plane: Float32Array, [red, green, blue]: readonly number[]): void {
  changeInPlace(plane, (colours) => kernels().scaleByShare(colours, copyIn(lips), lips.length, 1, red, green, blue));
}

const lightness = (rgb: readonly number[]): number => (rgb[0] + rgb[1] + rgb[2]) / 3 + 1;

/** Undefined with too few cells. @param rgb address of cells × 3. */
function meanOfLips({ lips, kept }: Grid, rgb: number): number[] | undefined {
  const address = allocate(8 * 4);
  kernels().sumWhere(rgb, copyIn(lips), copyIn(kept), certainLip, lips.length, address);
  const [red, green, blue, cells] = doublesAt(address, 4);
  return cells < minCells ? undefined : [red / cells, green / cells, blue / cells];
}
