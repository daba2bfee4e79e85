import type { Image, Landmarks } from '#engine/types';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { eyeOutlines, irisDisc } from '#engine/mesh/eyes';

/** Samples from an upper lid down to the lower one. */
const sampleCount = 20;
/** Dark, over the white of the eye and over the iris: lashes and make-up. */
const dark = { white: 0.42, iris: 0.6 };
/** Ranks of brightness, 0–1: much of both may be covered. */
const rank = { white: 0.9, iris: 0.75 };
/** Iris radii. A pupil is as dark as lashes. */
const pupil = 0.5;
const within = { iris: 0.85, white: 1.15 };
/** Samples in a row. */
const leastDark = 2;
/** Dark share of the height over the outer white, mean of both eyes. In 44 pictures usual eyes have up to 0.45, false lashes 0.7. */
const madeUp = { from: 0.48, all: 0.62 };
/** Dark share of the height below the lid, that of usual lashes and more. */
const usual = 0.08;
const covered = { from: 0.2, all: 0.35 };
const mostLowered = 0.65;

interface Column {
  readonly upper: number;
  readonly lower: number;
}

/** From the outer corner to the inner one. */
const columnsOfEyes = eyeOutlines.map(({ ring, iris }) => ({
  iris,
  columns: Array.from({ length: ring.length / 2 - 1 }, (_, i) => ({ upper: ring.at(-1 - i)!, lower: ring[1 + i] })),
}));
/** Beside the corner, where the white is high enough to tell. */
const outerWhite = [1, 2];

/**
 * The mesh surrounds dense false lashes as if they were part of the eye, and they would fill the corners of the new eye
 * with black. The upper lids are lowered to where the eye can be seen.
 * @returns `landmarks` itself where nothing is lowered
 */
export function visibleEyes(image: Image, landmarks: Landmarks): Landmarks {
  const eyes = columnsOfEyes.map(({ columns, iris }) => darkShares(image, landmarks, columns, iris));
  const ofEyes = eyes.map((shares) => Math.min(...outerWhite.map((column) => shares[column])));
  const strength = ramp(madeUp.from, madeUp.all, ofEyes.reduce((sum, share) => sum + share, 0) / ofEyes.length);
  if (strength === 0) return landmarks;
  const lowered = landmarks.slice();
  columnsOfEyes.forEach(({ columns }, eye) => {
    const shares = smooth(decreasing(eyes[eye].map(loweredBy)));
    columns.forEach(({ upper, lower }, i) => {
      for (let k = 0; k < 3; k++)
        lowered[3 * upper + k] = mix(landmarks[3 * upper + k], landmarks[3 * lower + k], strength * shares[i]);
    });
  });
  return lowered;
}

const loweredBy = (share: number): number =>
  clamp(ramp(covered.from, covered.all, share) * (share - usual), 0, mostLowered);

/** Lashes become denser towards the outer corner; the inner one lies in the shade of the nose. */
const decreasing = (shares: readonly number[]): number[] => shares.map((_, i) => Math.min(...shares.slice(0, i + 1)));

const smooth = (shares: readonly number[]): number[] =>
  shares.map((share, i) => ((shares[i - 1] ?? share) + 2 * share + (shares[i + 1] ?? share)) / 4);

/** Of each column, the part below the upper lid where nothing of the eye can be seen. 0 where nothing of any can. */
function darkShares(image: Image, landmarks: Landmarks, columns: readonly Column[], iris: readonly number[]): number[] {
  const disc = irisDisc(landmarks, iris);
  const samples = columns.map((column) => samplesOf(image, landmarks, column, disc));
  const lights = (isPart: (distance: number) => boolean) =>
    Float64Array.from(samples.flat().flatMap(({ distance, light }) => (isPart(distance) ? [light] : []))).sort();
  const whites = lights((distance) => distance > within.white);
  const irises = lights((distance) => distance < within.iris);
  const ofWhite = dark.white * (whites[Math.floor(rank.white * whites.length)] ?? Infinity);
  const ofIris = Math.min(ofWhite, dark.iris * (irises[Math.floor(rank.iris * irises.length)] ?? Infinity));
  const limitAt = (distance: number): number => (distance > within.white ? ofWhite : ofIris);
  const ends = samples.map((down) =>
    down.some(({ distance }) => distance < pupil)
      ? undefined
      : endOfLashes(down.map(({ distance, light }) => light < limitAt(distance))),
  );
  return interpolate(ends);
}

/** Straight between those that are known, 0 without any. */
function interpolate(shares: readonly (number | undefined)[]): number[] {
  return shares.map((share, i) => {
    if (share !== undefined) return share;
    const before = shares.findLastIndex((other, at) => at < i && other !== undefined);
    const after = shares.findIndex((other, at) => at > i && other !== undefined);
    if (before < 0 || after < 0) return shares[Math.max(before, after)] ?? 0;
    return mix(shares[before]!, shares[after]!, (i - before) / (after - before));
  });
}

/**
 * The mesh may begin on the lid above them.
 * @returns share of the samples, undefined if all below are dark
 */
function endOfLashes(isDark: readonly boolean[]): number | undefined {
  let end = 0;
  for (let start = 0; start < isDark.length / 2; start = Math.max(end, start + 1)) {
    const length = isDark.slice(start).findIndex((dark) => !dark);
    if (length < 0) return undefined;
    if (length >= leastDark) end = start + length;
  }
  return end / isDark.length;
}

/** @returns distance in iris radii */
function samplesOf(
  { width, height, data }: Image,
  landmarks: Landmarks,
  { upper, lower }: Column,
  disc: { x: number; y: number; radius: number },
): { light: number; distance: number }[] {
  return Array.from({ length: sampleCount }, (_, i) => {
    const share = (i + 0.5) / sampleCount;
    const x = mix(landmarks[3 * upper], landmarks[3 * lower], share);
    const y = mix(landmarks[3 * upper + 1], landmarks[3 * lower + 1], share);
    const at = 3 * (clamp(Math.floor(y), 0, height - 1) * width + clamp(Math.floor(x), 0, width - 1));
    return {
      light: (data[at] + data[at + 1] + data[at + 2]) / 3,
      distance: Math.hypot(x - disc.x, y - disc.y) / disc.radius,
    };
  });
}
