import type { Grid } from '#engine/swap/geometry/grid';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { allocate, copyIn, doublesAt, kernels, withScratch } from '#engine/kernels/memory';
import { changeInPlace, tonedCells, type Tone } from './tone';

const minCells = 8;
/** Of the lip zone. */
const certainLip = 0.9;
/** 1 would undo lipstick. */
const strength = 0.4;
const hueStrength = 0.25;
/** The kernel fades hue to a fifth at most, and then to no more than 1. */
const withoutFading = 5;
const monochromeStrength = 0.8;
const [leastHue, mostHue] = [0.75, 1.3];

/** 0–255: less contrast between lips and skin cannot be scaled. */
const leastContrast = 8;
const [leastScale, mostScale] = [0.7, 1.2];
/** Red over green of lips, relative to the skin's. */
const lipstick = { from: 1.5, all: 2.2 };
/** Of one channel's scale to that of all, for lipstick: dark lips without it would turn purple. */
const mostChannelRange = 1.3;

/**
 * Lips are hardly darker than dark skin: the skin ratio alone turns them black or chalky. Their hue, too, differs from
 * the skin's by an amount that depends on the light. Both are matched by the contrast of lips and skin as far as it
 * goes, so that the skin around them, which the lips' cells also contain, gets no pale or green rim.
 * @param monochrome of the source; 1 takes most hue from the target.
 */
export function matchLips(grid: Grid, tone: Tone, monochrome: number): void {
  const skin = withScratch(() => meanOfLips(grid, copyIn(tone.base)));
  const there = withScratch(() => meanOfLips(grid, copyIn(grid.target)));
  const photo = withScratch(() => meanOfLips(grid, copyIn(grid.warped)));
  const photoSkin = withScratch(() => meanOfLips(grid, copyIn(tone.low)));
  if (!skin || !there || !photo || !photoSkin) return;
  const own = photo.map((value, k) => (value * (skin[k] + 1)) / (photoSkin[k] + 1));
  const redness = (own[0] * (skin[1] + 1)) / ((own[1] + 1) * (skin[0] + 1));
  const made = ramp(lipstick.from, lipstick.all, redness);
  keepHue(grid, tone, made);
  const here = withScratch(() => meanOfLips(grid, tonedCells(grid.warped, tone)))!;
  const light = lightness(here) * clamp(lightness(there) / lightness(here), 0.5, 2) ** strength;
  const hue = mix(hueStrength, monochromeStrength, monochrome);
  const wanted = own.map((value, k) => {
    const share = (there[k] + 1) / lightness(there) / ((value + 1) / lightness(own));
    return (light / lightness(own)) * clamp(share ** hue, leastHue, mostHue) * value;
  });
  const all = contrastScale(lightness(here), lightness(wanted), lightness(skin), 1);
  const channelRange = mix(1, mostChannelRange, made);
  const scales = here.map((value, k) =>
    clamp(contrastScale(value, wanted[k], skin[k], all), all / channelRange, all * channelRange),
  );
  const rest = wanted.map((value, k) => (value + 1) / (skin[k] + scales[k] * (here[k] - skin[k]) + 1));
  scaleLips(grid, tone.base, rest);
  scaleLips(
    grid,
    tone.gain,
    rest.map((factor, k) => scales[k] * factor),
  );
}

/** @param unclear if lips and skin hardly differ */
function contrastScale(here: number, wanted: number, skin: number, unclear: number): number {
  const contrast = here - skin;
  return Math.abs(contrast) < leastContrast ? unclear : clamp((wanted - skin) / contrast, leastScale, mostScale);
}

/**
 * The share of a detail's own hue fades in the dark (see the kernel `tone`): for brows, but lipstick is dark and red.
 * @param made of lipstick, 0–1
 */
function keepHue({ lips }: Grid, { hue }: Tone, made: number): void {
  for (let i = 0; i < lips.length; i++) hue[i] *= mix(1, withoutFading, made * clamp(lips[i], 0, 1));
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
