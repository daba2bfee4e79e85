import type { Landmarks } from '#engine/types';
import {
  grow,
  innerLipRing,
  leftBrow,
  leftEyeCorners,
  leftEyeRing,
  leftIris,
  lips,
  mouthCorners,
  neighbours,
  outerLipRing,
  rightBrow,
  rightEyeCorners,
  rightEyeRing,
  rightIris,
} from '#engine/mesh/topology';
import { clamp } from '#engine/swap/ops/curves';

/**
 * Position, size, slant, lip thickness and brow shape are identity; openness, gaze and curve of the lips are expression
 * and stay.
 */

/** Below 1: part of each difference is expression or error. */
const transfer = { size: 0.6, slant: 0.8, brow: 0.7, mouthPlace: 0.8, lipThickness: 0.7 };

const eyes = [
  { ring: leftEyeRing, brow: leftBrow, iris: leftIris, corners: leftEyeCorners },
  { ring: rightEyeRing, brow: rightBrow, iris: rightIris, corners: rightEyeCorners },
] as const;
const lids = eyes.map(({ ring }) => grow(ring, 1));
const outerLips = new Map(outerLipRing.map((vertex, i) => [vertex, innerLipRing[i]]));
const innerLips = new Set(innerLipRing);

export const featureVertices: ReadonlySet<number> = new Set([
  ...lids.flat(),
  ...eyes.flatMap(({ brow, iris }) => [...brow, ...iris]),
  ...lips,
]);

/** @param shift landmarks × (x, y), pixels from the target to the posed source with the target's mouth; changed. */
export function moveFeatures(shift: Float32Array, target: Landmarks): void {
  const own = shift.slice();
  eyes.forEach((eye, index) => moveEye(shift, own, target, eye, lids[index]));
  moveMouth(shift, own, target);
}

type Point = [x: number, y: number];

function moveEye(
  shift: Float32Array,
  own: Float32Array,
  target: Landmarks,
  { ring, brow, iris, corners }: (typeof eyes)[number],
  lid: readonly number[],
): void {
  const whole = meanShift(own, [...lid, ...brow]);
  const centre = middleOf(target, ring);
  const from = sideOf(target, corners.outer, corners.inner);
  const to = sideOf(target, corners.outer, corners.inner, own);
  const size = clamp(Math.hypot(...to) / Math.hypot(...from), 0.8, 1.25) ** transfer.size;
  const slant = transfer.slant * clamp(turnBetween(from, to), -0.2, 0.2);
  for (const vertex of [...lid, ...iris]) {
    const [x, y] = [target[3 * vertex] - centre[0], target[3 * vertex + 1] - centre[1]];
    const turned = rotate([x, y], slant);
    shift[2 * vertex] = whole[0] + size * turned[0] - x;
    shift[2 * vertex + 1] = whole[1] + size * turned[1] - y;
  }
  for (const vertex of brow) {
    for (let k = 0; k < 2; k++) shift[2 * vertex + k] = whole[k] + transfer.brow * (own[2 * vertex + k] - whole[k]);
  }
}

function moveMouth(shift: Float32Array, own: Float32Array, target: Landmarks): void {
  const whole = meanShift(own, lips);
  const centre = middleOf(target, lips);
  const from = sideOf(target, mouthCorners.left, mouthCorners.right);
  const to = sideOf(target, mouthCorners.left, mouthCorners.right, own);
  const wider = Math.hypot(...to) / Math.hypot(...from);
  const axis = unit(from);
  const across: Point = [-axis[1], axis[0]];
  for (const vertex of lips) {
    const along = (target[3 * vertex] - centre[0]) * axis[0] + (target[3 * vertex + 1] - centre[1]) * axis[1];
    const inner = outerLips.get(vertex);
    const thicker =
      inner === undefined
        ? 0
        : distanceAlong(across, target, inner, vertex, own) - distanceAlong(across, target, inner, vertex);
    for (let k = 0; k < 2; k++)
      shift[2 * vertex + k] =
        transfer.mouthPlace * whole[k] + (wider - 1) * along * axis[k] + transfer.lipThickness * thicker * across[k];
  }
  smoothBetweenRings(shift);
}

function smoothBetweenRings(shift: Float32Array): void {
  const between = lips.filter((vertex) => !outerLips.has(vertex) && !innerLips.has(vertex));
  for (let pass = 0; pass < 4; pass++) {
    for (const vertex of between) {
      const around = [...neighbours[vertex]].filter((other) => featureVertices.has(other));
      for (let k = 0; k < 2; k++)
        shift[2 * vertex + k] = around.reduce((sum, other) => sum + shift[2 * other + k], 0) / around.length;
    }
  }
}

function meanShift(shift: Float32Array, vertices: readonly number[]): Point {
  const mean = (k: number) => vertices.reduce((sum, vertex) => sum + shift[2 * vertex + k], 0) / vertices.length;
  return [mean(0), mean(1)];
}

function middleOf(landmarks: Landmarks, vertices: readonly number[]): Point {
  const mean = (k: number) => vertices.reduce((sum, vertex) => sum + landmarks[3 * vertex + k], 0) / vertices.length;
  return [mean(0), mean(1)];
}

function sideOf(landmarks: Landmarks, from: number, to: number, shift?: Float32Array): Point {
  const side = (k: number) =>
    landmarks[3 * to + k] - landmarks[3 * from + k] + (shift ? shift[2 * to + k] - shift[2 * from + k] : 0);
  return [side(0), side(1)];
}

function distanceAlong(axis: Point, landmarks: Landmarks, from: number, to: number, shift?: Float32Array): number {
  const [x, y] = sideOf(landmarks, from, to, shift);
  return axis[0] * x + axis[1] * y;
}

const unit = ([x, y]: Point): Point => [x / Math.hypot(x, y), y / Math.hypot(x, y)];

const turnBetween = (from: Point, to: Point): number =>
  Math.atan2(from[0] * to[1] - from[1] * to[0], from[0] * to[0] + from[1] * to[1]);

const rotate = ([x, y]: Point, angle: number): Point => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];
