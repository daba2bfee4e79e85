import type { Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import { mouthOpenness } from '#engine/mesh/pose';
import { innerLipRing } from '#engine/mesh/topology';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { Deformation } from '#engine/swap/geometry/warp-map';
import type { Mask } from '#engine/swap/judge/mask';
import { interpolate, ramp } from '#engine/swap/ops/curves';
import { visitMouth } from './mouth-pixels';

/** Openness of the mouth: `shadeSlit` shades one that is a slit. */
const opened = { from: 0.045, all: 0.1 };
/** Distance from a corner over the mouth's width. */
const corner = { from: 0.22, all: 0.12 };
/** Height of the opening over the mouth's width. */
const narrow = { from: 0.16, all: 0.08 };
/** Red over green: teeth are less red than lips. */
const flesh = { from: 1.15, all: 1.35 };
/** Of the light; more of red is left, as between lips. */
const shade = [0.46, 0.58, 0.56] as const;

/**
 * Landmarks miss the narrow corners of an open mouth: lips of the target would show there, bright wedges beside the new
 * ones. They become as dark as the corners of a mouth are.
 */
export function shadeCorners(pixels: Pixels, canvas: Canvas, { target, destination }: Deformation, mask: Mask): void {
  const open = ramp(opened.from, opened.all, mouthOpenness(target));
  if (open === 0) return;
  const { region, cell, columns } = canvas;
  const { width, height } = pixels;
  const bytes = bytesAt(pixels.painted, 3 * width * height);
  const shareAt = shareAlong(destination);
  visitMouth(pixels, destination, region, (i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const free = mask.alpha[Math.floor(y / cell) * columns + Math.floor(x / cell)];
    const share = free * open * shareAt(x + 0.5 + region.x, y + 0.5 + region.y);
    if (share === 0) return;
    const own = share * ramp(flesh.from, flesh.all, bytes[3 * i] / (bytes[3 * i + 1] + 1));
    for (let k = 0; k < 3; k++) bytes[3 * i + k] *= 1 - own * shade[k];
  });
}

/** How much of a narrow corner a place between the lips is, 0–1. Pixels of the target. */
function shareAlong(landmarks: Landmarks): (x: number, y: number) => number {
  const half = innerLipRing.length / 2;
  const at = (vertex: number) => [landmarks[3 * vertex], landmarks[3 * vertex + 1]] as const;
  const [[left, top], [right, bottom]] = [at(innerLipRing[0]), at(innerLipRing[half])];
  const [across, down] = [right - left, bottom - top];
  const squared = across ** 2 + down ** 2 + 1e-9;
  /** Of the mouth's width, from its left corner. */
  const along = (x: number, y: number) => ((x - left) * across + (y - top) * down) / squared;
  const heights = Array.from({ length: half + 1 }, (_, i) => {
    const [lower, upper] = [at(innerLipRing[i]), at(innerLipRing[(innerLipRing.length - i) % innerLipRing.length])];
    return {
      at: (along(...lower) + along(...upper)) / 2,
      value: Math.hypot(lower[0] - upper[0], lower[1] - upper[1]) / Math.sqrt(squared),
    };
  });
  return (x, y) => {
    const place = along(x, y);
    const height = interpolate(heights, place);
    return ramp(corner.from, corner.all, Math.min(place, 1 - place)) * ramp(narrow.from, narrow.all, height);
  };
}
