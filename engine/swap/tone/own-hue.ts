import type { Grid } from '#engine/swap/geometry/grid';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { floatsAt, withScratch } from '#engine/kernels/memory';
import { tonedCells, type Tone } from './tone';

/** 0–255: bounds ratios of near-black. */
const floor = 12;
/** Of `warmth`: bounds ratios of grey skin. */
const leastWarmth = 0.05;

const brow = {
  /** Of the hue that is missing. */
  strength: 0.8,
  /** Hue that is added, from which it no longer fades in the dark: a brow has one hue. */
  even: 0.15,
  /** Cells, by their darkness. */
  mass: { from: 1, all: 3 },
  /** Red minus blue of a hue, over its light: less is that of errors. */
  warm: { from: 0, all: 0.05 },
  /** Green minus blue over red minus blue of a hue. Burgundy brows are those of make-up or of red light. */
  brown: { from: 0.05, all: 0.25 },
  /** Of `colourfulness`: in blue light nothing is warm. */
  colourful: { from: 0, all: 0.4 },
};

const shade = {
  /** Light over that of the skin around: nostrils and what lies below a nose. */
  dark: { from: 0.8, all: 0.55 },
  strength: 0.5,
  /** Of the hue's red minus blue over the light: a larger hue gets a smaller share. */
  most: 0.5,
  warm: { from: 0, all: 0.1 },
};

/**
 * `relight` leaves a part only of the hue that dark detail has beside that of the skin: scaled near-black turns blue.
 * Fair and brown brows turn grey by that, nostrils and the shade below a nose black. They and all deep shade get more of
 * it, as far as it is warmer than the skin; on skin that is less colourful than the source's, less.
 */
export function keepOwnHue(grid: Grid, tone: Tone): void {
  warmBrows(grid, tone);
  warmShade(grid, tone);
}

/** Up to the warmth that they have in the photo. */
function warmBrows(grid: Grid, tone: Tone): void {
  const means = meansOfBrows(grid, tone);
  if (!means) return;
  const { photo, toned, own, colourful } = means;
  const hue = redOverBlue(means.lit, 0);
  if (hue <= 0) return;
  const missing = (warmth(photo, 0) * colourful - warmth(toned, 0)) * ((lightAt(toned, 0) + floor) / hue);
  const added = brow.strength * Math.min(1, missing) * certainty(own, photo, means.mass, colourful);
  if (added <= 0) return;
  const wanted = clamp(means.hue + added, 0, 1);
  const share = ramp(0, brow.even, added);
  for (let i = 0; i < tone.hue.length; i++) if (grid.brows[i] > 0) moveHue(tone, i, share * grid.brows[i], wanted);
}

/** 0–1: that the hue is the brows', and that the new light shows it. @param own hue in the photo */
function certainty(own: readonly number[], photo: readonly number[], mass: number, colourful: number): number {
  const red = redOverBlue(own, 0);
  return (
    ramp(brow.mass.from, brow.mass.all, mass) *
    ramp(brow.warm.from, brow.warm.all, red / (lightAt(photo, 0) + floor)) *
    ramp(brow.brown.from, brow.brown.all, (own[1] - own[2]) / Math.max(red, 1e-3)) *
    ramp(brow.colourful.from, brow.colourful.all, colourful)
  );
}

/** Means by the darkness of brows: colours × 3, hue in the photo's and in the new light × 3, its share, `colourfulness`. */
function meansOfBrows({ brows, kept, warped }: Grid, tone: Tone) {
  const { low, base, gain } = tone;
  return withScratch(() => {
    const result = floatsAt(tonedCells(warped, tone), warped.length);
    const sums = { photo: [0, 0, 0], toned: [0, 0, 0], plain: [0, 0, 0], own: [0, 0, 0], lit: [0, 0, 0] };
    let [mass, colourful] = [0, 0];
    for (let i = 0, j = 0; i < brows.length; i++, j += 3) {
      if (brows[i] === 0) continue;
      const dark = 1 - lightAt(warped, j) / (lightAt(low, j) + 1e-3);
      const weight = Math.max(0, dark) * brows[i] * (1 - kept[i]);
      mass += weight;
      colourful += weight * colourfulness(tone, j);
      for (let k = 0; k < 3; k++) {
        const own = warped[j + k] - (1 - dark) * low[j + k];
        sums.photo[k] += weight * warped[j + k];
        sums.toned[k] += weight * result[j + k];
        sums.plain[k] += weight * (base[j + k] - gain[j + k] * dark * low[j + k]);
        sums.own[k] += weight * own;
        sums.lit[k] += weight * gain[j + k] * own;
      }
    }
    if (mass < brow.mass.from) return undefined;
    const mean = (sum: readonly number[]) => sum.map((value) => value / mass);
    const [photo, toned, plain, own, lit] = [sums.photo, sums.toned, sums.plain, sums.own, sums.lit].map(mean);
    const hue = clamp((redOverBlue(toned, 0) - redOverBlue(plain, 0)) / Math.max(redOverBlue(lit, 0), 1e-3), 0, 1);
    return { photo, toned, own, lit, hue, mass, colourful: colourful / mass };
  });
}

/** Light in nostrils and below a nose has passed through skin, and is red. */
function warmShade({ pigmented, beard, warped }: Grid, tone: Tone): void {
  const { low, gain, base } = tone;
  for (let i = 0, j = 0; i < tone.hue.length; i++, j += 3) {
    const light = (warped[j] + warped[j + 1] + warped[j + 2]) / (low[j] + low[j + 1] + low[j + 2] + 1e-3);
    if (light >= shade.dark.from) continue;
    const depth = ramp(shade.dark.from, shade.dark.all, light) * (1 - pigmented[i]) * (1 - beard[i]);
    const red = gain[j] * (warped[j] - light * low[j]) - gain[j + 2] * (warped[j + 2] - light * low[j + 2]);
    const hue = red / (light * lightAt(base, j) + floor);
    if (depth === 0 || hue <= 0) continue;
    const most = Math.min(shade.strength, shade.most / hue);
    moveHue(tone, i, depth * colourfulness(tone, j) * ramp(shade.warm.from, shade.warm.all, hue) * most, 1);
  }
}

/** By the share, and as much less faded in the dark. */
function moveHue({ hue, darkHue }: Tone, cell: number, share: number, to: number): void {
  hue[cell] = mix(hue[cell], to, share);
  darkHue[cell] = mix(darkHue[cell], 1, share);
}

/** Of the new skin beside the photo's, 0–1. */
const colourfulness = ({ base, low }: Tone, at: number): number =>
  clamp((warmth(base, at) + leastWarmth) / Math.max(warmth(low, at) + leastWarmth, leastWarmth), 0, 1);

/** Red minus blue, over the light. */
const warmth = (rgb: ArrayLike<number>, at: number): number => redOverBlue(rgb, at) / (lightAt(rgb, at) + floor);

const redOverBlue = (rgb: ArrayLike<number>, at: number): number => rgb[at] - rgb[at + 2];

const lightAt = (rgb: ArrayLike<number>, at: number): number => (rgb[at] + rgb[at + 1] + rgb[at + 2]) / 3;
