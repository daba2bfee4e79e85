import { LANDMARK_COUNT, type Box, type Landmarks } from '#engine/types';
import { bytesAt, shortsAt } from '#engine/kernels/memory';
import { innerLipRing, outerLipRing, TriangleClass, triangles } from '#engine/mesh/topology';
import { triangleGradients } from '#engine/swap/geometry/gradients';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { uncovered } from '#engine/swap/geometry/raster';
import type { Placement } from '#engine/swap/geometry/warp-map';
import { clamp, ramp } from '#engine/swap/ops/curves';
import type { Rgb } from '#engine/swap/source-types';

const strength = 0.9;
/** Over the mouth's width, from the edge of the lower lip upwards: what lies deeper is tongue. */
const depth = { from: 0.07, all: 0.035 };
/** Of the redness of the target's lips: teeth and shadow have less. */
const red = { from: 0.4, all: 0.75 };
/** Logarithm of red over green: paler lips cannot be told from teeth. */
const leastRedness = 0.3;
/** By which the logarithms of blue over green differ: a tongue is bluer than most lips. */
const sameHue = { from: 0.25, all: 0.12 };
/** Of the light of the target's lips: the inside of a mouth is darker. */
const lit = { from: 0.4, all: 0.65 };
/** Places on the lower lip, from its inner to its outer edge. */
const samples = [0.25, 0.4, 0.55];
/** Of `innerLipRing`, which starts in the corner of the mouth: the lower lip's vertices, and those opposite. */
const lower = Array.from({ length: 9 }, (_, i) => i + 1);
const opposite = (i: number) => innerLipRing.length - i;
const [leastChange, mostChange] = [0.4, 2];
/** 0–255. */
const floor = 8;

type Colour = Iterable<number>;

/**
 * The landmarks of an open mouth miss the edge of its lower lip by a pixel or more: a strip of the target's lip remains
 * between the teeth and the new lip. It becomes a part of the new one.
 */
export function continueLips(pixels: Pixels, { target, destination }: Placement, region: Box): void {
  const { width, height, ids, alpha, original, painted } = pixels;
  const theirs = meanOfLip(bytesAt(original, 3 * width * height), target, region, pixels);
  const ours = meanOfLip(bytesAt(painted, 3 * width * height), destination, region, pixels);
  if (!theirs || !ours || redness(theirs) < leastRedness) return;
  const change = ours.map((value, k) => clamp((value + floor) / (theirs[k] + floor), leastChange, mostChange));
  const mouthWidth = distance(destination, innerLipRing[0], innerLipRing[innerLipRing.length / 2]);
  const depths = new Float64Array(3 * triangles.count);
  triangleGradients(destination, region, 1, depthOf(destination), 1, 0, depths);
  const shown = shortsAt(ids, width * height);
  const fresh = bytesAt(alpha, width * height);
  const bytes = bytesAt(painted, 3 * width * height);
  const rows = innerLipRing.map((vertex) => destination[3 * vertex + 1] - region.y);
  const first = Math.max(0, Math.floor(Math.min(...rows)));
  const end = Math.min(height, Math.ceil(Math.max(...rows)) + 1);
  for (let i = first * width; i < end * width; i++) {
    const id = shown[i];
    if (id === uncovered || triangles.classes[id] !== TriangleClass.mouth || fresh[i] > 0) continue;
    const [column, row] = [(i % width) + 0.5, Math.floor(i / width) + 0.5];
    const deep = depths[3 * id] + depths[3 * id + 1] * column + depths[3 * id + 2] * row;
    const own = bytes.subarray(3 * i, 3 * i + 3);
    const share = strength * likeness(own, theirs) * ramp(depth.from, depth.all, deep / mouthWidth);
    if (share === 0) continue;
    for (let k = 0; k < 3; k++) bytes[3 * i + k] = clamp(bytes[3 * i + k] * change[k] ** share + 0.5, 0, 255);
  }
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

/** 0–1 */
const likeness = (own: Colour, lips: Colour): number =>
  ramp(red.from, red.all, redness(own) / redness(lips)) *
  ramp(sameHue.from, sameHue.all, Math.abs(blueness(own) - blueness(lips))) *
  ramp(lit.from, lit.all, light(own) / light(lips));

const redness = ([red, green]: Colour): number => Math.log((red + floor) / (green + floor));

const blueness = ([, green, blue]: Colour): number => Math.log((blue + floor) / (green + floor));

const light = ([red, green, blue]: Colour): number => red + green + blue;

const distance = (landmarks: Landmarks, from: number, to: number): number =>
  Math.hypot(landmarks[3 * to] - landmarks[3 * from], landmarks[3 * to + 1] - landmarks[3 * from + 1]);
