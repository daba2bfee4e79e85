import type { Box, Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import { innerLipRing, mouthCorners, outerLipRing } from '#engine/mesh/topology';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { Placement } from '#engine/swap/geometry/warp-map';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';

/** A moustache that goes in part leaves no hairs. */
const leastMoustache = 0.5;
/** Light over that of the target's lower lip. */
const dark = { from: 0.75, all: 0.5 };
/** Over the mouth's width: light between hairs is finer. */
const gap = 0.01;
/** From where the lips meet, over the mouth's width: the line between them is as dark as hair. */
const clear = { from: 0.015, all: 0.045 };
/** Above the lips, over the mouth's width: there, skin of the new face would show as a line below the moustache. */
const beyond = { all: 0.06, to: 0.1 };
/** The middle of the lower lip, which no moustache reaches. */
const lowerLip = [15, 86, 316, 85, 315];

/**
 * Hairs of a moustache hang over the upper lip. Where the target's stays, they stay as well: without them, the new lip
 * ends in a clean edge, as if it were painted on.
 * @param moustache share of the target's that stays, 0–1
 */
export function keepHairOverLips(
  pixels: Pixels,
  { target, destination }: Placement,
  region: Box,
  moustache: number,
): void {
  const share = ramp(leastMoustache, 1, moustache);
  if (share === 0) return;
  const mouth = mouthOf(destination);
  const { width } = pixels;
  const { first, end } = rowsAbove(mouth, destination, region, pixels);
  const lip = lightAtLandmarks(pixels, target, region, lowerLip);
  const lightAt = lightReader(pixels);
  const lights = Float32Array.from({ length: (end - first) * width }, (_, i) => lightAt(first * width + i));
  const around = lights.slice();
  boxBlur(around, width, end - first, Math.max(1, Math.round(gap * mouth.width)), 2);
  const outer = upperEdge(mouth, destination, outerLipRing);
  const [inner, theirs] = [destination, target].map((landmarks) => upperEdge(mouth, landmarks, innerLipRing));
  const bytes = 3 * width * pixels.height;
  const [original, painted] = [bytesAt(pixels.original, bytes), bytesAt(pixels.painted, bytes)];
  for (let i = 0; i < lights.length; i++) {
    const { along, above } = mouth.placeOf(
      (i % width) + 0.5 + region.x,
      Math.floor(i / width) + first + 0.5 + region.y,
    );
    const zone = along > 0 && along < 1 ? ramp(beyond.to, beyond.all, above - outer(along)) : 0;
    if (zone === 0) continue;
    const apart = ramp(clear.from, clear.all, above - Math.max(inner(along), theirs(along)));
    const hair = share * zone * apart * ramp(dark.from, dark.all, Math.min(lights[i], around[i]) / lip);
    const at = 3 * (first * width + i);
    for (let k = at; k < at + 3; k++) painted[k] = mix(painted[k], original[k], hair) + 0.5;
  }
}

interface Mouth {
  /** Pixels. */
  readonly width: number;
  /** Over its width: from the left corner to the right one, and upwards from the line between them. */
  placeOf(x: number, y: number): { along: number; above: number };
}

function mouthOf(landmarks: Landmarks): Mouth {
  const [left, right] = [3 * mouthCorners.left, 3 * mouthCorners.right];
  const [across, down] = [landmarks[right] - landmarks[left], landmarks[right + 1] - landmarks[left + 1]];
  const squared = across ** 2 + down ** 2 + 1e-9;
  return {
    width: Math.sqrt(squared),
    placeOf(x, y) {
      const [dx, dy] = [x - landmarks[left], y - landmarks[left + 1]];
      return { along: (dx * across + dy * down) / squared, above: (dx * down - dy * across) / squared };
    },
  };
}

/** Of the region: of the lips and what is `beyond` them. */
function rowsAbove(
  mouth: Mouth,
  landmarks: Landmarks,
  region: Box,
  { height }: Pixels,
): { first: number; end: number } {
  const rows = outerLipRing.map((vertex) => landmarks[3 * vertex + 1] - region.y);
  const first = clamp(Math.floor(Math.min(...rows) - beyond.to * mouth.width), 0, height);
  return { first, end: clamp(Math.ceil(Math.max(...rows)) + 1, first, height) };
}

/** Of the upper half of a ring of lips: how far it is above the mouth's line, over its width. */
function upperEdge(mouth: Mouth, landmarks: Landmarks, ring: readonly number[]): (along: number) => number {
  const half = ring.length / 2;
  const places = [ring[0], ...ring.slice(half).reverse()].map((vertex) =>
    mouth.placeOf(landmarks[3 * vertex], landmarks[3 * vertex + 1]),
  );
  return (along) => {
    const next = clamp(
      places.findIndex((place) => place.along > along),
      1,
      half,
    );
    const [before, after] = [places[next - 1], places[next]];
    return mix(before.above, after.above, ramp(before.along, after.along, along));
  };
}

/** Red, green and blue of the original together, 0–765. @param i number of a pixel of the region */
function lightReader({ width, height, original }: Pixels): (i: number) => number {
  const rgb = bytesAt(original, 3 * width * height);
  return (i) => rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
}

/** Mean light at landmarks, 1–766. */
function lightAtLandmarks(pixels: Pixels, landmarks: Landmarks, region: Box, vertices: readonly number[]): number {
  const { width, height } = pixels;
  const lightAt = lightReader(pixels);
  const lights = vertices.map((vertex) => {
    const column = clamp(Math.floor(landmarks[3 * vertex] - region.x), 0, width - 1);
    const row = clamp(Math.floor(landmarks[3 * vertex + 1] - region.y), 0, height - 1);
    return lightAt(row * width + column);
  });
  return lights.reduce((sum, light) => sum + light, 0) / lights.length + 1;
}
