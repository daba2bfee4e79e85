import type { Grid } from '#engine/swap/geometry/grid/grid';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { allocate, copyIn, doublesAt, kernels, withScratch } from '#engine/kernels/memory';
import { lightness, lipsInNewLight, redOverGreen, type Colour, type NewLips } from './lip-hue';
import { warmShade } from './relight';
import { changeInPlace, tonedCells, type Tone } from './tone';

const minCells = 8;
/** Of the lip zone, which reaches to the next landmarks. */
const besideLip = 0.5;
const certainLip = 0.9;
/** 1 would undo lipstick. */
const strength = 0.4;
/** Of the target's hue. Lips that are too pale are seen less than lips that are too red. */
const hueStrength = { ofRedder: 0.25, ofPaler: 0.6, paleLipstick: 0.4 };
/** Red over green of the target's lips, relative to the new ones. */
const paler = { from: 1, all: 0.9 };
/** Of `strength`, for a target with lipstick whose new face has none: its colour says little about the light. */
const madeUpStrength = 0.5;
/** Instead of `strength`, where lipstick is removed: it is darker than lips. */
const removedStrength = 0.8;
/** Lips differ in hue within themselves, by reflections of the sky for example, which another skin would exaggerate. */
const hueWithin = 0.75;
/** Of the differences in hue within lipstick, where it is removed. */
const removedHue = 0.35;
/** Least share of the hue of natural lips in the dark: light between lips has passed through them. */
const darkHueWithin = 0.8;
/**
 * Of a grey photo, whose lips may be as light as its skin; red ones as light would glow. Shares of the target's hue and light,
 * and of the lips' own contrast.
 */
const ofGrey = { hue: 0.6, light: 0.8, contrast: 0.85, vividContrast: 0.7 };
/** Red over green of the target's lips, relative to the skin's. */
const vividLips = { from: 1.2, all: 1.6 };
const [leastHue, mostHue] = [0.75, 1.3];

/** 0–255: less contrast between lips and skin cannot be scaled. */
const leastContrast = 8;
const [leastScale, mostScale] = [0.7, 1.2];
/** Instead of `leastScale`, where lipstick is removed: the skin below would have to change, and that beside the lips. */
const leastRemovedScale = 0.4;
/** In one-coloured light a channel is near 0, and a ratio anything. */
const [leastRest, mostRest] = [0.4, 2.5];
/** Of one channel's contrast to that of all, for lipstick only: other dark lips would turn purple. */
const mostChannelRange = 1.3;

/**
 * Lips are hardly darker than dark skin: the skin ratio alone turns them black or chalky. Their hue, too, differs from
 * the skin's by an amount that depends on the light. Both are matched by the contrast of lips and skin as far as it
 * goes, so that the skin around them, which the lips' cells also contain, gets no pale or green rim.
 * @param monochrome of the source; 1 takes most hue from the target.
 * @param moustache of the target, 0–1
 */
export function matchLips(whole: Grid, tone: Tone, monochrome: number, moustache: number): void {
  const grid = { ...whole, lips: withoutSkinBeside(whole.lips) };
  const skin = meanColour(grid, tone.base);
  const target = meanColour(grid, grid.target);
  const photo = meanColour(grid, grid.warped);
  const photoSkin = meanColour(grid, tone.low);
  if (!skin || !target || !photo || !photoSkin) return;
  const lips = lipsInNewLight({ photo, photoSkin, skin, target }, moustache);
  matchHueWithin(grid, tone, lips);
  const present = withScratch(() => meanOfLips(grid, tonedCells(grid.warped, tone)))!;
  const madeUp = (1 - lips.lipstick) * lips.targetLipstick;
  const ofTarget = hueShareOf(target, lips);
  const hueShare = mix(ofTarget * (1 - madeUp), ofGrey.hue, monochrome);
  const ofColour = mix(strength * mix(1, madeUpStrength, madeUp), removedStrength, lips.removed);
  const lightShare = mix(ofColour, ofGrey.light, monochrome);
  const wanted = wantedColour(lips.colour, lightness(present), target, lightShare, hueShare);
  const vivid = ramp(vividLips.from, vividLips.all, redOverGreen(target) / redOverGreen(skin));
  const ownContrast = mix(1, mix(ofGrey.contrast, ofGrey.vividContrast, vivid), monochrome);
  const contrasts = contrastFactors(present, wanted, skin, lips).map((factor) => ownContrast * factor);
  // What contrast cannot reach within its bounds, the skin below the lips has to change.
  const rest = wanted.map((value, k) => {
    const reached = Math.max(0, skin[k] + contrasts[k] * (present[k] - skin[k]));
    return clamp((value + 1) / (reached + 1), leastRest, mostRest);
  });
  scaleLips(grid, tone.base, rest);
  scaleLips(
    grid,
    tone.gain,
    rest.map((factor, k) => contrasts[k] * factor),
  );
  // Last, since the rest of the lips keeps its colour.
  warmLine(grid, tone, lips);
}

/** The outer half of the lip zone is skin, which would turn pink. */
const withoutSkinBeside = (lips: Float32Array): Float32Array => lips.map((share) => ramp(besideLip, 1, share));

/** Share of the target's hue that the new lips take. */
function hueShareOf(target: Colour, { colour, lipstick }: NewLips): number {
  const share = mix(hueStrength.ofPaler, hueStrength.paleLipstick, lipstick);
  return mix(hueStrength.ofRedder, share, ramp(paler.from, paler.all, redOverGreen(target) / redOverGreen(colour)));
}

/** Hue mostly of the relit lips, lightness between the present one and the target's. */
function wantedColour(
  relit: Colour,
  presentLight: number,
  target: Colour,
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
function contrastFactors(present: Colour, wanted: Colour, skin: Colour, { lipstick, removed }: NewLips): number[] {
  const least = mix(leastScale, leastRemovedScale, removed);
  const all = contrastFactor(lightness(present), lightness(wanted), lightness(skin), least, 1);
  const range = mix(1, mostChannelRange, lipstick);
  return present.map((value, k) =>
    clamp(contrastFactor(value, wanted[k], skin[k], least, all), all / range, all * range),
  );
}

/** @param unclear if lips and skin hardly differ */
function contrastFactor(present: number, wanted: number, skin: number, least: number, unclear: number): number {
  const contrast = present - skin;
  return Math.abs(contrast) < leastContrast ? unclear : clamp((wanted - skin) / contrast, least, mostScale);
}

/**
 * Natural lips lose part of their differences in hue, lipstick none but where it is removed. The share fades in the dark
 * (see the kernel `tone`), which suits brows, but lipstick is dark and red, and so is the line between lips.
 */
function matchHueWithin({ lips }: Grid, { hue, darkHue }: Tone, { lipstick, removed }: NewLips): void {
  const inDark = mix(darkHueWithin, 1, lipstick);
  const ofLipstick = mix(1, removedHue, removed);
  for (let i = 0; i < lips.length; i++) {
    hue[i] = mix(hue[i], mix(hueWithin * hue[i], ofLipstick, lipstick), lips[i]);
    darkHue[i] = mix(darkHue[i], inDark, lips[i]);
  }
}

/** Light between natural lips has passed through them: their shade is as warm as that of skin. */
function warmLine({ lips }: Grid, { gain }: Tone, { lipstick }: NewLips): void {
  for (let i = 0; i < lips.length; i++) {
    const share = lips[i] * (1 - lipstick);
    for (let k = 0; k < 3; k++) gain[3 * i + k] *= 1 + share * warmShade[k];
  }
}

function scaleLips({ lips }: Grid, plane: Float32Array, [red, green, blue]: Colour): void {
  changeInPlace(plane, (colours) => kernels().scaleByShare(colours, copyIn(lips), lips.length, 1, red, green, blue));
}

/** @param rgb cells × 3 */
const meanColour = (grid: Grid, rgb: Float32Array): Colour | undefined =>
  withScratch(() => meanOfLips(grid, copyIn(rgb)));

/** Undefined with too few cells. @param rgb address of cells × 3. */
function meanOfLips({ lips, fromTarget }: Grid, rgb: number): Colour | undefined {
  const address = allocate(8 * 4);
  kernels().sumWhere(rgb, copyIn(lips), copyIn(fromTarget), certainLip, lips.length, address);
  const [red, green, blue, cells] = doublesAt(address, 4);
  return cells < minCells ? undefined : [red, green, blue].map((sum) => Math.max(0, sum / cells));
}
