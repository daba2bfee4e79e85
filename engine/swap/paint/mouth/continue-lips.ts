import { LANDMARK_COUNT, type Box, type Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import { distance } from '#engine/mesh/pose';
import { innerLipRing, outerLipRing, triangles } from '#engine/mesh/topology';
import type { Canvas } from '#engine/swap/geometry/canvas';
import { triangleGradients, valueAt } from '#engine/swap/geometry/gradients';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { Deformation } from '#engine/swap/geometry/warp-map';
import { clamp, ramp } from '#engine/swap/ops/curves';
import type { Mask } from '#engine/swap/judge/mask';
import type { Rgb } from '#engine/swap/source-types';
import { visitMouth } from './mouth-pixels';

const strength = 0.9;
/** Over the mouth's width, from the edge of the lower lip upwards: what lies deeper is tongue. */
const depth = { from: 0.07, all: 0.035 };
/** Of the redness of the target's lips: teeth and shadow have less. */
const red = { from: 0.4, all: 0.75 };
/** Logarithm of red over green: paler lips cannot be told from teeth. */
const redLips = { from: 0.25, all: 0.35 };
/** By which the logarithms of blue over green differ: a tongue is bluer than most lips. */
const sameHue = { from: 0.25, all: 0.12 };
/** Of the light of the target's lips: the inside of a mouth is darker. */
const lit = { from: 0.45, all: 0.65 };
/** Places on the lower lip, from its inner to its outer edge. */
const samples = [0.25, 0.4, 0.55];
/** Of `innerLipRing`, which starts in the corner of the mouth: the lower lip's vertices, and those opposite. */
const lower = Array.from({ length: 9 }, (_, i) => i + 1);
const opposite = (i: number) => innerLipRing.length - i;
const [leastChange, mostChange] = [0.4, 2];
/** 0–255. */
const floor = 8;

/**
 * The landmarks of an open mouth miss the edge of its lower lip by a pixel or more: a strip of the target's lip remains
 * between the teeth and the new lip. It becomes a part of the new one.
 */
export function continueLips(pixels: Pixels, canvas: Canvas, { target, destination }: Deformation, mask: Mask): void {
  const { width, height } = pixels;
  const { region, cell, columns } = canvas;
  const theirs = meanOfLip(bytesAt(pixels.original, 3 * width * height), target, region, pixels);
  const ours = meanOfLip(bytesAt(pixels.painted, 3 * width * height), destination, region, pixels);
  if (!theirs || !ours) return;
  const whole = strength * ramp(redLips.from, redLips.all, redness(theirs));
  if (whole === 0) return;
  const change = ours.map((value, k) => clamp((value + floor) / (theirs[k] + floor), leastChange, mostChange));
  const isLip = likenessTo(theirs);
  const mouthWidth = distance(destination, innerLipRing[0], innerLipRing[innerLipRing.length / 2]);
  const depths = new Float64Array(3 * triangles.count);
  triangleGradients(destination, region, 1, depthOf(destination), 1, 0, depths);
  const bytes = bytesAt(pixels.painted, 3 * width * height);
  visitMouth(pixels, destination, region, (i, triangle) => {
    const [column, row] = [i % width, Math.floor(i / width)];
    const near = whole * ramp(depth.from, depth.all, valueAt(depths, triangle, column, row) / mouthWidth);
    if (near === 0) return;
    const isFree = mask.alpha[Math.floor(row / cell) * columns + Math.floor(column / cell)];
    const share = near * isFree * isLip([bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2]]);
    if (share === 0) return;
    for (let k = 0; k < 3; k++) bytes[3 * i + k] = clamp(bytes[3 * i + k] * change[k] ** share + 0.5, 0, 255);
  });
}

/** Per landmark: pixels from the edge of the lower lip. */
function depthOf(landmarks: Landmarks): Float32Array {
  const depths = new Float32Array(LANDMARK_COUNT);
  for (const i of lower) {
    const above = innerLipRing[opposite(i)];
    depths[above] = distance(landmarks, above, innerLipRing[i]);
  }
  return depths;
}

/** Undefined if no part of it lies in the region. */
function meanOfLip(bytes: Uint8Array, landmarks: Landmarks, region: Box, { width, height }: Pixels): Rgb | undefined {
  const sums = [0, 0, 0];
  let count = 0;
  for (const i of lower.slice(2, -2)) {
    for (const share of samples) {
      const between = (axis: number) =>
        (1 - share) * landmarks[3 * innerLipRing[i] + axis] + share * landmarks[3 * outerLipRing[i] + axis];
      const [x, y] = [Math.floor(between(0) - region.x), Math.floor(between(1) - region.y)];
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      count++;
      for (let k = 0; k < 3; k++) sums[k] += bytes[3 * (y * width + x) + k];
    }
  }
  return count === 0 ? undefined : [sums[0] / count, sums[1] / count, sums[2] / count];
}

/** @returns 0–1, of a colour */
function likenessTo(lips: Rgb): (own: Rgb) => number {
  const [lipRed, lipBlue, lipLight] = [redness(lips), blueness(lips), light(lips)];
  return (own) =>
    ramp(red.from, red.all, redness(own) / lipRed) *
    ramp(sameHue.from, sameHue.all, Math.abs(blueness(own) - lipBlue)) *
    ramp(lit.from, lit.all, light(own) / lipLight);
}

const redness = ([red, green]: Rgb): number => Math.log((red + floor) / (green + floor));

const blueness = ([, green, blue]: Rgb): number => Math.log((blue + floor) / (green + floor));

const light = ([red, green, blue]: Rgb): number => red + green + blue;
