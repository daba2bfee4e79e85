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
  /** Cells. */
  leastMass: 1,
  /** Green minus blue over red minus blue, of the hue itself. Burgundy brows are those of make-up or of red light. */
  brown: { from: 0.05, all: 0.25 },
};

const shade = {
  /** Light over that of the skin around: nostrils, and the shade below a nose. */
  dark: { from: 0.8, all: 0.55 },
  strength: 0.5,
  /** Of `warmth` that is added. */
  most: 0.5,
};

/**
 * `relight` leaves a part only of the hue that dark detail has beside that of the skin: scaled near-black turns blue.
 * Fair and brown brows turn grey by that, nostrils and the shade below a nose black. These get more of it, as far as it
 * is warmer than the skin; on skin that is less colourful than the source's, less.
 */
export function keepOwnHue(grid: Grid, tone: Tone): void {
  withBrowHue(grid, tone);
  withShadeHue(grid, tone);
}

function withBrowHue(grid: Grid, tone: Tone): void {
  const means = meansOfBrows(grid, tone);
  if (!means) return;
  const { photo, toned, own } = means;
  const hue = own[0] - own[2];
  if (hue <= 0) return;
  const wanted = warmth(photo, 0) * means.colourful;
  const missing = Math.min(1, (wanted - warmth(toned, 0)) / (hue / (lightAt(toned, 0) + floor)));
  const added = brow.strength * missing * ramp(brow.brown.from, brow.brown.all, (own[1] - own[2]) / hue);
  if (added <= 0) return;
  const raised = clamp(means.hue + added, 0, 1);
  const share = ramp(0, brow.even, added);
  raiseHue(tone, (i) => share * grid.brows[i], raised);
}

/** Means where the brows are dark: colours × 3, the hue's share, and how colourful the new skin is. */
function meansOfBrows({ brows, kept, warped }: Grid, tone: Tone) {
  const { low, base, gain } = tone;
  return withScratch(() => {
    const toned = floatsAt(tonedCells(warped, tone), warped.length);
    const sums = { photo: [0, 0, 0], toned: [0, 0, 0], plain: [0, 0, 0], own: [0, 0, 0], colourful: 0, mass: 0 };
    for (let i = 0, j = 0; i < brows.length; i++, j += 3) {
      if (brows[i] === 0) continue;
      const dark = 1 - lightAt(warped, j) / (lightAt(low, j) + 1e-3);
      const weight = Math.max(0, dark) * brows[i] * (1 - kept[i]);
      sums.mass += weight;
      sums.colourful += weight * colourfulness(tone, j);
      for (let k = 0; k < 3; k++) {
        sums.photo[k] += weight * warped[j + k];
        sums.toned[k] += weight * toned[j + k];
        sums.plain[k] += weight * (base[j + k] - gain[j + k] * dark * low[j + k]);
        sums.own[k] += weight * gain[j + k] * (warped[j + k] - (1 - dark) * low[j + k]);
      }
    }
    if (sums.mass < brow.leastMass) return undefined;
    const mean = (sum: number[]) => sum.map((value) => value / sums.mass);
    const [photo, result, plain, own] = [sums.photo, sums.toned, sums.plain, sums.own].map(mean);
    const hue = clamp((result[0] - result[2] - (plain[0] - plain[2])) / (own[0] - own[2] || 1), 0, 1);
    return { photo, toned: result, own, hue, colourful: sums.colourful / sums.mass };
  });
}

/** Light in nostrils and below a nose has passed through skin, and is red. */
function withShadeHue({ pigmented, beard, noses, warped }: Grid, tone: Tone): void {
  const { low, gain, base } = tone;
  raiseHue(tone, (i) => {
    const at = 3 * i;
    const light = lightAt(warped, at) / (lightAt(low, at) + 1e-3);
    const depth = ramp(shade.dark.from, shade.dark.all, light) * (1 - pigmented[i]) * (1 - beard[i] * (1 - noses[i]));
    if (depth === 0) return 0;
    const own = (k: number) => gain[at + k] * (warped[at + k] - light * low[at + k]);
    const added = (own(0) - own(2)) / (light * lightAt(base, at) + floor);
    return added <= 0 ? 0 : depth * colourfulness(tone, at) * Math.min(shade.strength, shade.most / added);
  });
}

/** Towards `to` by the share of each cell, and as far in the dark. */
function raiseHue({ hue, darkHue }: Tone, shareOf: (cell: number) => number, to = 1): void {
  for (let i = 0; i < hue.length; i++) {
    const share = shareOf(i);
    if (share === 0) continue;
    hue[i] = mix(hue[i], to, share);
    darkHue[i] = mix(darkHue[i], 1, share);
  }
}

/** Of the new skin beside the photo's, 0–1. */
const colourfulness = ({ base, low }: Tone, at: number): number =>
  clamp((warmth(base, at) + leastWarmth) / (warmth(low, at) + leastWarmth), 0, 1);

/** Red minus blue, over the light. */
const warmth = (rgb: ArrayLike<number>, at: number): number => (rgb[at] - rgb[at + 2]) / (lightAt(rgb, at) + floor);

const lightAt = (rgb: ArrayLike<number>, at: number): number => (rgb[at] + rgb[at + 1] + rgb[at + 2]) / 3;
