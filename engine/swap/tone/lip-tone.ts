import type { Grid } from '#engine/swap/geometry/grid';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { allocate, copyIn, doublesAt, kernels, withScratch } from '#engine/kernels/memory';
import { changeInPlace, tonedCells, type Tone } from './tone';

const minCells = 8;
/** Of the lip zone, which reaches to the next landmarks. */
const besideLip = 0.5;
const certainLip = 0.9;
/** 1 would undo lipstick. */
const strength = 0.4;
const hueStrength = 0.25;
/** Of `strength`, for a target with lipstick whose new face has none: its colour says little about the light. */
const madeUpStrength = 0.5;
/** Lips differ in hue within themselves, by reflections of the sky for example, which another skin would exaggerate. */
const hueWithin = 0.75;
/** Least share of the hue of natural lips in the dark: light between lips has passed through them. */
const darkHueWithin = 0.8;
const monochromeStrength = 0.8;
const [leastHue, mostHue] = [0.75, 1.3];

/** 0–255: less contrast between lips and skin cannot be scaled. */
const leastContrast = 8;
const [leastScale, mostScale] = [0.7, 1.2];
/** Of the own hue of lipstick, lost where the target wears none: many pictures show nothing as colourful. */
const paleness = 0.3;
/** Blue over green of such lipstick, relative to the skin's. */
const mostBlueOfPale = 1.4;
/** Red over green of lips, relative to the skin's. */
const lipstick = { from: 1.5, all: 2.2 };
/** Blue over green of lips without lipstick, relative to the skin's: 0.94–1.16 in 12 photographs of five people. */
const mostBlue = 1.13;
/** Of one channel's contrast to that of all, for lipstick only: other dark lips would turn purple. */
const mostChannelRange = 1.3;

/**
 * Lips are hardly darker than dark skin: the skin ratio alone turns them black or chalky. Their hue, too, differs from
 * the skin's by an amount that depends on the light. Both are matched by the contrast of lips and skin as far as it
 * goes, so that the skin around them, which the lips' cells also contain, gets no pale or green rim.
 * @param monochrome of the source; 1 takes most hue from the target.
 */
export function matchLips(whole: Grid, tone: Tone, monochrome: number): void {
  const grid = { ...whole, lips: withoutSkinBeside(whole.lips) };
  const skin = meanColour(grid, tone.base);
  const target = meanColour(grid, grid.target);
  const photo = meanColour(grid, grid.warped);
  const photoSkin = meanColour(grid, tone.low);
  if (!skin || !target || !photo || !photoSkin) return;
  const inNewLight = relightLips(photo, photoSkin, skin);
  const lipstickShare = ramp(lipstick.from, lipstick.all, redness(inNewLight, skin));
  const targetLipstick = ramp(lipstick.from, lipstick.all, redness(target, skin));
  const addedLipstick = lipstickShare * (1 - targetLipstick);
  const relit = paleLipstick(limitBlue(inNewLight, skin, photo, lipstickShare), skin, addedLipstick);
  matchHueWithin(grid, tone, lipstickShare);
  const present = withScratch(() => meanOfLips(grid, tonedCells(grid.warped, tone)))!;
  const madeUp = (1 - lipstickShare) * targetLipstick;
  const hueShare = mix(hueStrength * (1 - madeUp), monochromeStrength, monochrome);
  const lightShare = strength * mix(1, madeUpStrength, madeUp);
  const wanted = wantedColour(relit, lightness(present), target, lightShare, hueShare);
  const contrasts = contrastFactors(present, wanted, skin, lipstickShare);
  // What contrast cannot reach within its bounds, the skin below the lips has to change.
  const rest = wanted.map((value, k) => (value + 1) / (skin[k] + contrasts[k] * (present[k] - skin[k]) + 1));
  scaleLips(grid, tone.base, rest);
  scaleLips(
    grid,
    tone.gain,
    rest.map((factor, k) => contrasts[k] * factor),
  );
}

/** The outer half of the lip zone is skin, which would turn pink. */
const withoutSkinBeside = (lips: Float32Array): Float32Array => lips.map((share) => ramp(besideLip, 1, share));

/** The photo's lips in the light of the new skin. */
const relightLips = (lips: readonly number[], from: readonly number[], to: readonly number[]): number[] =>
  lips.map((value, k) => (value * (to[k] + 1)) / (from[k] + 1));

/** Pink lips of ruddy skin would turn purple on skin that is less so. Lips as blue in the photo stay so. */
function limitBlue(
  [red, green, blue]: readonly number[],
  skin: readonly number[],
  photo: readonly number[],
  lipstickShare: number,
): number[] {
  const most = green * Math.max(mostBlue * blueOverGreen(skin), blueOverGreen(photo));
  return [red, green, mix(Math.min(blue, most), blue, lipstickShare)];
}

const blueOverGreen = ([, green, blue]: readonly number[]): number => (blue + 1) / (green + 1);

/**
 * As light, with less of their own hue. Crimson would turn purple.
 * @param added share of lipstick that the target's lips do not wear, 0–1
 */
function paleLipstick([red, green, blue]: readonly number[], skin: readonly number[], added: number): number[] {
  const most = green * mostBlueOfPale * blueOverGreen(skin);
  const warm = [red, green, mix(blue, Math.min(blue, most), added)];
  const light = lightness(warm) / lightness(skin);
  return warm.map((value, k) => value * ((light * (skin[k] + 1)) / (value + 1)) ** (paleness * added));
}

/** Red over green, relative to the skin's. */
const redness = (lips: readonly number[], skin: readonly number[]): number =>
  (lips[0] * (skin[1] + 1)) / ((lips[1] + 1) * (skin[0] + 1));

/** Hue mostly of the relit lips, lightness between the present one and the target's. */
function wantedColour(
  relit: readonly number[],
  presentLight: number,
  target: readonly number[],
  lightShare: number,
  hueShare: number,
): number[] {
  const light = presentLight * clamp(lightness(target) / presentLight, 0.5, 2) ** lightShare;
  return relit.map((value, k) => {
    const hue = (target[k] + 1) / lightness(target) / ((value + 1) / lightness(relit));
    return (light / lightness(relit)) * clamp(hue ** hueShare, leastHue, mostHue) * value;
  });
}

/** Of each channel. Channels differ for lipstick only. */
function contrastFactors(
  present: readonly number[],
  wanted: readonly number[],
  skin: readonly number[],
  lipstickShare: number,
): number[] {
  const all = contrastFactor(lightness(present), lightness(wanted), lightness(skin), 1);
  const range = mix(1, mostChannelRange, lipstickShare);
  return present.map((value, k) => clamp(contrastFactor(value, wanted[k], skin[k], all), all / range, all * range));
}

/** @param unclear if lips and skin hardly differ */
function contrastFactor(present: number, wanted: number, skin: number, unclear: number): number {
  const contrast = present - skin;
  return Math.abs(contrast) < leastContrast ? unclear : clamp((wanted - skin) / contrast, leastScale, mostScale);
}

/**
 * Natural lips lose part of their differences in hue, lipstick none. The share fades in the dark (see the kernel `tone`),
 * which suits brows, but lipstick is dark and red, and so is the line between lips.
 * @param lipstickShare 0–1
 */
function matchHueWithin({ lips }: Grid, { hue, darkHue }: Tone, lipstickShare: number): void {
  const inDark = mix(darkHueWithin, 1, lipstickShare);
  for (let i = 0; i < lips.length; i++) {
    const lip = clamp(lips[i], 0, 1);
    hue[i] = mix(hue[i], mix(hueWithin * hue[i], 1, lipstickShare), lip);
    darkHue[i] = mix(darkHue[i], inDark, lip);
  }
}

function scaleLips({ lips }: Grid, plane: Float32Array, [red, green, blue]: readonly number[]): void {
  changeInPlace(plane, (colours) => kernels().scaleByShare(colours, copyIn(lips), lips.length, 1, red, green, blue));
}

const lightness = (rgb: readonly number[]): number => (rgb[0] + rgb[1] + rgb[2]) / 3 + 1;

/** @param rgb cells × 3 */
const meanColour = (grid: Grid, rgb: Float32Array): number[] | undefined =>
  withScratch(() => meanOfLips(grid, copyIn(rgb)));

/** Undefined with too few cells. @param rgb address of cells × 3. */
function meanOfLips({ lips, kept }: Grid, rgb: number): number[] | undefined {
  const address = allocate(8 * 4);
  kernels().sumWhere(rgb, copyIn(lips), copyIn(kept), certainLip, lips.length, address);
  const [red, green, blue, cells] = doublesAt(address, 4);
  return cells < minCells ? undefined : [red / cells, green / cells, blue / cells];
}
