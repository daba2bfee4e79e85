import type { Grid } from '#engine/swap/geometry/grid/grid';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { lightAt, lightOf } from '#engine/swap/ops/light';
import { floatsAt, withScratch } from '#engine/kernels/memory';
import { darkFloor as floor, warmth } from '#engine/swap/ops/warmth';
import { colourfulnessAt } from './colourfulness';
import { tonedCells, type Tone } from './tone';

/** Of the hue that is missing. */
const strength = 0.8;
/** Hue that is added, from which it no longer fades in the dark: a brow has one hue. */
const even = 0.15;
/** Cells, by their darkness. */
const mass = { from: 1, all: 3 };
/** Red minus blue of a hue, over its light: less is that of errors. */
const warm = { from: 0, all: 0.05 };
/** Green minus blue over red minus blue of a hue. Burgundy brows are those of make-up or of red light. */
const brown = { from: 0.03, all: 0.3 };
/** Of `colourfulness`: in blue light nothing is warm. */
const colourful = { from: 0, all: 0.4 };

/**
 * `relight` leaves a part only of the hue that brows have beside that of the skin, since scaled near-black turns blue.
 * Fair and brown brows turn grey by that. They get more of it, up to the warmth that they have in the photo; on skin that
 * is less colourful than the source's, less.
 */
export function keepBrowHue(grid: Grid, tone: Tone): void {
  const means = meansOfBrows(grid, tone);
  if (!means) return;
  const { photo, toned, lit } = means;
  const hue = redOverBlue(lit);
  if (hue <= 0) return;
  const asLight = lightOf(toned) / (lightOf(photo) + 1e-3);
  const photoAsLight = photo.map((value) => asLight * value);
  const wanted = means.colourfulness * warmth(photoAsLight);
  const missing = (wanted - warmth(toned)) * ((lightOf(toned) + floor) / hue);
  const added = strength * Math.min(1, missing) * certainty(means);
  if (added <= 0) return;
  const raised = clamp(means.hue + added, 0, 1);
  const share = ramp(0, even, added);
  for (let i = 0; i < tone.hue.length; i++) {
    tone.hue[i] = mix(tone.hue[i], raised, share * grid.brows[i]);
    tone.darkHue[i] = mix(tone.darkHue[i], 1, share * grid.brows[i]);
  }
}

/** Means by the darkness of the brows. */
interface Means {
  /** × 3, 0–255: in the photo and in the new light. */
  readonly photo: readonly number[];
  readonly toned: readonly number[];
  /** × 3: the brows' own hue in the photo and in the new light. */
  readonly own: readonly number[];
  readonly lit: readonly number[];
  /** Share of that hue which `toned` contains. */
  readonly hue: number;
  readonly colourfulness: number;
  /** Cells. */
  readonly mass: number;
}

/** 0–1: that the hue is the brows', and that the new light shows it. */
function certainty({ own, photo, ...means }: Means): number {
  const red = redOverBlue(own);
  return (
    ramp(mass.from, mass.all, means.mass) *
    ramp(warm.from, warm.all, red / (lightOf(photo) + floor)) *
    ramp(brown.from, brown.all, (own[1] - own[2]) / Math.max(red, 1e-3)) *
    ramp(colourful.from, colourful.all, means.colourfulness)
  );
}

/** Undefined where hardly any is dark. */
function meansOfBrows(grid: Grid, tone: Tone): Means | undefined {
  return withScratch(() => meansIn(floatsAt(tonedCells(grid.warped, tone), grid.warped.length), grid, tone));
}

/**
 * No closure: V8 compiles each new one again.
 * @param result cells × 3, 0–255: the photo in the new light
 */
function meansIn(result: Float32Array, { brows, fromTarget, warped }: Grid, tone: Tone): Means | undefined {
  const { low, base, gain } = tone;
  const sums = [0, 1, 2, 3, 4].map(() => new Float64Array(3));
  const [ofPhoto, ofToned, ofPlain, ofOwn, ofLit] = sums;
  let all = 0;
  let colourfulness = 0;
  for (let i = 0, j = 0; i < brows.length; i++, j += 3) {
    if (brows[i] === 0) continue;
    const dark = 1 - lightAt(warped, j) / (lightAt(low, j) + 1e-3);
    const weight = Math.max(0, dark) * brows[i] * (1 - fromTarget[i]);
    all += weight;
    colourfulness += weight * colourfulnessAt(tone, j);
    for (let k = 0; k < 3; k++) {
      const hueOfBrow = warped[j + k] - (1 - dark) * low[j + k];
      ofPhoto[k] += weight * warped[j + k];
      ofToned[k] += weight * result[j + k];
      ofPlain[k] += weight * (base[j + k] - gain[j + k] * dark * low[j + k]);
      ofOwn[k] += weight * hueOfBrow;
      ofLit[k] += weight * gain[j + k] * hueOfBrow;
    }
  }
  if (all < mass.from) return undefined;
  const [photo, toned, plain, own, lit] = sums.map((sum) => Array.from(sum, (value) => value / all));
  const hue = clamp((redOverBlue(toned) - redOverBlue(plain)) / Math.max(redOverBlue(lit), 1e-3), 0, 1);
  return { photo, toned, own, lit, hue, mass: all, colourfulness: colourfulness / all };
}

const redOverBlue = ([red, , blue]: readonly number[]): number => red - blue;
