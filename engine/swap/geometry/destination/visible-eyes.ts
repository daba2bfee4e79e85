import type { Image, Landmarks } from '#engine/types';
import { clamp, mean, median, mix, ramp } from '#engine/swap/ops/curves';
import { eyeOutlines, irisDisc } from '#engine/mesh/eyes';
import { distance } from '#engine/mesh/pose';

/** Samples from an upper lid down to the lower one. */
const sampleCount = 20;
/** Dark, over the white of the eye and over the iris: lashes and make-up. */
const dark = { white: 0.42, iris: 0.6 };
/** Ranks of brightness, 0–1: lashes may cover most of the white and of the iris. */
const rank = { white: 0.9, iris: 0.75 };
/** Least brightness of the white and of the iris, over that of the cheeks: lashes of a closing eye hide all of both. */
const least = { white: 0.35, iris: 0.14 };
const cheeks = [50, 101, 117, 118, 280, 330, 346, 347];
/** Iris radii. A pupil is as dark as lashes, and so is the rim between iris and white. */
const pupil = 0.5;
const irisUpTo = 0.85;
const whiteFrom = 1.15;
/** Samples in a row. */
const leastDark = 2;
/** Dark share of the height over the outer white, in both eyes: the far one of a turned head may be dark without lashes. */
const madeUp = { from: 0.4, all: 0.62 };
/**
 * Height of the dark over the outer white less that over the inner, in widths of the eye, in both eyes: usual lashes take
 * much of a narrow eye, and shade all of it.
 */
const denser = { from: 0.035, all: 0.08 };
/** Dark share of the height below the lid, that of usual lashes and more. */
const usual = 0.08;
const covered = { from: 0.2, all: 0.35 };
const mostLowered = 0.65;

interface Column {
  readonly upper: number;
  readonly lower: number;
}

/** Columns from the outer corner to the inner one. */
const eyes = eyeOutlines.map(({ ring, iris }) => ({
  iris,
  corners: { outer: ring[0], inner: ring[ring.length / 2] },
  columns: Array.from({ length: ring.length / 2 - 1 }, (_, i) => ({ upper: ring.at(-1 - i)!, lower: ring[1 + i] })),
}));
type Eye = (typeof eyes)[number];
/** Columns over the white, beside the corners, which are too low to tell. */
const outerWhite = [1, 2];
const innerWhite = [5, 6];

/**
 * The mesh surrounds dense false lashes as if they were part of the eye, and they would fill the corners of the new eye
 * with black. The upper lids are lowered to where the eye can be seen.
 * @returns `landmarks` itself where nothing is lowered
 */
export function visibleEyes(image: Image, landmarks: Landmarks): Landmarks {
  const skin = median(cheeks.map((vertex) => lightAt(image, landmarks[3 * vertex], landmarks[3 * vertex + 1])));
  const shares = eyes.map((eye) => darkShares(image, landmarks, eye, skin));
  const strength = lashesOf(landmarks, shares);
  if (strength === 0) return landmarks;
  const lowered = landmarks.slice();
  eyes.forEach(({ columns }, eye) => {
    const down = smooth(decreasing(shares[eye].map(loweredBy)));
    columns.forEach(({ upper, lower }, i) => {
      for (let k = 0; k < 3; k++)
        lowered[3 * upper + k] = mix(landmarks[3 * upper + k], landmarks[3 * lower + k], strength * down[i]);
    });
  });
  return lowered;
}

/** 0 for usual eyes, 1 with false lashes. @param shares of each eye and column */
function lashesOf(landmarks: Landmarks, shares: readonly (readonly number[])[]): number {
  const outerShares = shares.map((ofEye) => Math.min(...outerWhite.map((column) => ofEye[column])));
  const excesses = eyes.map(({ columns, corners }, eye) => {
    const width = distance(landmarks, corners.outer, corners.inner) + 1e-6;
    const heights = columns.map(({ upper, lower }, i) => (shares[eye][i] * distance(landmarks, upper, lower)) / width);
    return Math.min(...outerWhite.map((i) => heights[i])) - mean(innerWhite.map((i) => heights[i]));
  });
  return ramp(madeUp.from, madeUp.all, Math.min(...outerShares)) * ramp(denser.from, denser.all, Math.min(...excesses));
}

const loweredBy = (share: number): number =>
  clamp(ramp(covered.from, covered.all, share) * (share - usual), 0, mostLowered);

/** Lashes become denser towards the outer corner; the inner one lies in the shade of the nose. */
const decreasing = (shares: readonly number[]): number[] => shares.map((_, i) => Math.min(...shares.slice(0, i + 1)));

const smooth = (shares: readonly number[]): number[] =>
  shares.map((share, i) => ((shares[i - 1] ?? share) + 2 * share + (shares[i + 1] ?? share)) / 4);

/** Of each column, the part below the upper lid that lashes cover. */
function darkShares(image: Image, landmarks: Landmarks, { columns, iris }: Eye, skin: number): number[] {
  const disc = irisDisc(landmarks, iris);
  const samples = columns.map((column) => samplesOf(image, landmarks, column, disc));
  const lights = (isPart: (distance: number) => boolean) =>
    Float64Array.from(samples.flat().flatMap(({ distance, light }) => (isPart(distance) ? [light] : []))).sort();
  const whites = lights((distance) => distance > whiteFrom);
  const irises = lights((distance) => distance < irisUpTo);
  const white = Math.max(atRank(whites, rank.white), least.white * skin);
  const ofIris = dark.iris * Math.max(atRank(irises, rank.iris), least.iris * skin);
  const ofWhite = dark.white * white;
  const limitAt = (distance: number): number => (distance > whiteFrom ? ofWhite : Math.min(ofWhite, ofIris));
  const ends = samples.map((down) =>
    down.some(({ distance }) => distance < pupil)
      ? undefined
      : endOfLashes(down.map(({ distance, light }) => light < limitAt(distance))),
  );
  return interpolate(ends);
}

/** 0 of none. */
const atRank = (sorted: Float64Array, share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0;

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
 * The mesh may begin on the lid above the lashes.
 * @param isDark from the upper lid down
 * @returns share of the samples
 */
function endOfLashes(isDark: readonly boolean[]): number {
  let end = 0;
  for (let start = 0; start < isDark.length / 2; start = Math.max(end, start + 1)) {
    const length = isDark.slice(start).findIndex((dark) => !dark);
    if (length < 0) return 1;
    if (length >= leastDark) end = start + length;
  }
  return end / isDark.length;
}

/** @returns distance in iris radii */
function samplesOf(
  image: Image,
  landmarks: Landmarks,
  { upper, lower }: Column,
  disc: { x: number; y: number; radius: number },
): { light: number; distance: number }[] {
  return Array.from({ length: sampleCount }, (_, i) => {
    const share = (i + 0.5) / sampleCount;
    const x = mix(landmarks[3 * upper], landmarks[3 * lower], share);
    const y = mix(landmarks[3 * upper + 1], landmarks[3 * lower + 1], share);
    return { light: lightAt(image, x, y), distance: Math.hypot(x - disc.x, y - disc.y) / disc.radius };
  });
}

/** Of the pixel, 0–255; beyond the edge, of the nearest. */
function lightAt({ width, height, data }: Image, x: number, y: number): number {
  const at = 3 * (clamp(Math.floor(y), 0, height - 1) * width + clamp(Math.floor(x), 0, width - 1));
  return (data[at] + data[at + 1] + data[at + 2]) / 3;
}
