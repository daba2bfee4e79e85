import type { Box, Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import { mouthOpenness } from '#engine/mesh/pose';
import { mouthCorners } from '#engine/mesh/topology';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { ramp } from '#engine/swap/ops/curves';
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
export function shadeCorners(pixels: Pixels, target: Landmarks, destination: Landmarks, region: Box): void {
  const open = ramp(opened.from, opened.all, mouthOpenness(target));
  if (open === 0) return;
  const { width, height } = pixels;
  const [left, right] = [mouthCorners.left, mouthCorners.right].map((vertex) => ({
    x: destination[3 * vertex] - region.x,
    y: destination[3 * vertex + 1] - region.y,
  }));
  const side = { x: right.x - left.x, y: right.y - left.y };
  const length = Math.hypot(side.x, side.y) + 1e-6;
  /** Pixels from the left corner, along the mouth. */
  const along = (i: number) =>
    (((i % width) + 0.5 - left.x) * side.x + (Math.floor(i / width) + 0.5 - left.y) * side.y) / length;
  const heights = new Map<number, number>();
  visitMouth(pixels, destination, region, (i) => {
    const place = Math.floor(along(i));
    heights.set(place, (heights.get(place) ?? 0) + 1);
  });
  const bytes = bytesAt(pixels.painted, 3 * width * height);
  visitMouth(pixels, destination, region, (i) => {
    const place = along(i);
    const near = ramp(corner.from, corner.all, Math.min(place, length - place) / length);
    const share = open * near * ramp(narrow.from, narrow.all, heights.get(Math.floor(place))! / length);
    const own = share * ramp(flesh.from, flesh.all, bytes[3 * i] / (bytes[3 * i + 1] + 1));
    if (own === 0) return;
    for (let k = 0; k < 3; k++) bytes[3 * i + k] *= 1 - own * shade[k];
  });
}
