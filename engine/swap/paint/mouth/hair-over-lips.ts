import type { Box, FaceView, Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import { distanceInDepth } from '#engine/mesh/pose';
import { innerLipRing, mouthCorners, outerLipRing } from '#engine/mesh/topology';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { patchesAround } from '#engine/swap/judge/patch';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { interpolate, mean, mix, ramp } from '#engine/swap/ops/curves';
import { boxAroundLips } from './lip-patch';

/** A moustache that goes in part leaves no hairs. */
const leastMoustache = 0.5;
/** The middle of the lower lip, which no moustache reaches. */
const lowerLip = [15, 86, 316, 85, 315];
const belowNose = [164, 167, 393];
/** Outer eye distances. */
const reach = 0.02;
/** Light of a moustache over that of the lower lip: a lighter one cannot be told from lips. */
const darker = { from: 0.9, all: 0.7 };
/** Light of hair: over that of the lower lip, and from the moustache's own towards it. Upper lips lie in the shade. */
const dark = { from: { ofLip: 0.75, towardsLip: 0.35 }, all: { ofLip: 0.5, towardsLip: 0.15 } };
/** From here on, lengths over the mouth's width with depth. Light between hairs is finer than this. */
const gap = 0.01;
/** From where the lips meet: the line between them is as dark as hair. */
const clear = { from: 0.015, all: 0.045 };
/** Above the lips: there, skin of the new face would show as a line below the moustache. */
const beyond = { all: 0.06, to: 0.1 };
/** From the corners of the mouth. */
const fade = 0.04;

/**
 * Hairs of a moustache hang over the upper lip. Where the target's stays, they stay as well: without them, the new lip
 * ends in a clean edge, as if it were painted on.
 * @param target before the swap
 * @param moustache share of the target's that stays, 0–1
 */
export function keepHairOverLips(
  pixels: Pixels,
  target: FaceView,
  destination: Landmarks,
  region: Box,
  moustache: number,
): void {
  const share = ramp(leastMoustache, 1, moustache);
  if (share === 0) return;
  const lip = meanLight(target, lowerLip);
  const hairs = meanLight(target, belowNose);
  if (lip === undefined || hairs === undefined) return;
  const strength = share * ramp(darker.from, darker.all, hairs / lip);
  if (strength === 0) return;
  const [from, all] = [dark.from, dark.all].map(({ ofLip, towardsLip }) =>
    Math.min(ofLip * lip, mix(hairs, lip, towardsLip)),
  );
  const mouth = mouthOf(destination);
  const box = boxAroundLips(destination, region, pixels, Math.ceil(beyond.to * mouth.width));
  const lights = lightsWithin(box, pixels);
  const around = lights.slice();
  boxBlur(around, box.width, box.height, Math.max(1, Math.round(gap * mouth.width)), 2);
  const outer = upperEdge(mouth, destination, outerLipRing);
  const [inner, theirs] = [destination, target.landmarks].map((points) => upperEdge(mouth, points, innerLipRing));
  const bytes = 3 * pixels.width * pixels.height;
  const [original, painted] = [bytesAt(pixels.original, bytes), bytesAt(pixels.painted, bytes)];
  for (let i = 0; i < lights.length; i++) {
    const isHair = ramp(from, all, Math.min(lights[i], around[i]));
    if (isHair === 0) continue;
    const [column, row] = [box.x + (i % box.width), box.y + Math.floor(i / box.width)];
    const { along, above } = mouth.placeOf(column + 0.5 + region.x, row + 0.5 + region.y);
    const zone = ramp(0, fade, Math.min(along, 1 - along)) * ramp(beyond.to, beyond.all, above - outer(along));
    if (zone === 0) continue;
    const apart = ramp(clear.from, clear.all, above - Math.max(inner(along), theirs(along)));
    const at = 3 * (row * pixels.width + column);
    for (let k = at; k < at + 3; k++) painted[k] = mix(painted[k], original[k], strength * zone * apart * isHair) + 0.5;
  }
}

/** Around landmarks within the picture, 1–766; undefined if none is. */
function meanLight({ image, landmarks }: FaceView, vertices: readonly number[]): number | undefined {
  const lights = patchesAround(image, landmarks, vertices, reach).map(({ light }) => light);
  if (lights.length === 0) return undefined;
  return mean(lights) + 1;
}

/** Of the original, red, green and blue together, 0–765. */
function lightsWithin(box: Box, { width, height, original }: Pixels): Float32Array {
  const rgb = bytesAt(original, 3 * width * height);
  return Float32Array.from({ length: box.width * box.height }, (_, i) => {
    const at = 3 * ((box.y + Math.floor(i / box.width)) * width + box.x + (i % box.width));
    return rgb[at] + rgb[at + 1] + rgb[at + 2];
  });
}

interface Mouth {
  /** Pixels, with depth. */
  readonly width: number;
  /** Along: from the left corner, as seen, to the right one, 0–1. Above: from the line between them, over `width`. */
  placeOf(x: number, y: number): { along: number; above: number };
}

function mouthOf(landmarks: Landmarks): Mouth {
  const [left, right] = [3 * mouthCorners.left, 3 * mouthCorners.right];
  const [across, down] = [landmarks[right] - landmarks[left], landmarks[right + 1] - landmarks[left + 1]];
  const seen = Math.hypot(across, down) + 1e-6;
  const width = distanceInDepth(landmarks, mouthCorners.left, mouthCorners.right) + 1e-6;
  return {
    width,
    placeOf(x, y) {
      const [dx, dy] = [x - landmarks[left], y - landmarks[left + 1]];
      return { along: (dx * across + dy * down) / seen ** 2, above: (dx * down - dy * across) / seen / width };
    },
  };
}

/** Of the upper half of a ring of lips: how far it is above the mouth's line, over its width. */
function upperEdge(mouth: Mouth, landmarks: Landmarks, ring: readonly number[]): (along: number) => number {
  const half = ring.length / 2;
  const places = [ring[0], ...ring.slice(half).reverse()].map((vertex) =>
    mouth.placeOf(landmarks[3 * vertex], landmarks[3 * vertex + 1]),
  );
  // On turned heads, a corner may hide behind the lips.
  let furthest = -Infinity;
  const edge = places.map(({ along, above }) => ({ at: (furthest = Math.max(furthest, along)), value: above }));
  return (along) => interpolate(edge, along);
}
