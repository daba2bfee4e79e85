import { LANDMARK_COUNT, type Box, type Landmarks } from '#engine/types';
import { bytesAt, shortsAt } from '#engine/kernels/memory';
import { innerLipRing, lips, outerLipRing, TriangleClass, triangles } from '#engine/mesh/topology';
import { triangleGradients, valueAt } from '#engine/swap/geometry/gradients';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { cornersOf, uncovered } from '#engine/swap/geometry/raster';
import type { Deformation } from '#engine/swap/geometry/warp-map';
import { bilinear } from '#engine/swap/ops/bilinear';
import { clamp } from '#engine/swap/ops/curves';

/** Pixels around the lips, which blurs reach. */
const margin = 2;
/** Pixels: less is no texture. */
const least = { width: 12, height: 4 };
const lipSet = new Set(lips);
const lipTriangles = Uint8Array.from(triangles.classes, (kind, triangle) =>
  kind === TriangleClass.skin && cornersOf(triangle).every((corner) => lipSet.has(corner)) ? 1 : 0,
);

/** Per landmark: 0 on the edges of the lips, which landmarks miss by a pixel or two, 1 between them. */
const interior = Float32Array.from({ length: LANDMARK_COUNT }, (_, vertex) =>
  lipSet.has(vertex) && !innerLipRing.includes(vertex) && !outerLipRing.includes(vertex) ? 1 : 0,
);

/** The new face's lips, in the box around them. */
export interface LipPatch {
  readonly width: number;
  readonly height: number;
  /** Pixels. */
  readonly mouthWidth: number;
  /** width × height, of the region's pixels. */
  readonly numbers: Int32Array;
  /** width × height: 1 on lips. */
  readonly inside: Float32Array;
  /** width × height: opacity of the new face, 0 on the lips' edges. */
  readonly weights: Float32Array;
  /** width × height, 0–255: light of the target's lips at the same place of the lips. */
  readonly theirs: Float32Array;
}

/**
 * Undefined if lips are not visible, or too small.
 * @param lights address, of the original (see `lumaPlane`)
 */
export function readLips(
  pixels: Pixels,
  lights: number,
  { target, destination }: Deformation,
  region: Box,
): LipPatch | undefined {
  const box = boxAroundLips(destination, region, pixels, margin);
  if (box.width < least.width || box.height < least.height) return undefined;
  const { width, height } = box;
  const [across, down, share] = lipWarp(target, destination, region);
  const original = shortsAt(lights, pixels.width * pixels.height);
  const shown = shortsAt(pixels.ids, pixels.width * pixels.height);
  const opacity = bytesAt(pixels.alpha, pixels.width * pixels.height);
  const numbers = new Int32Array(width * height);
  const [inside, weights, theirs] = [0, 1, 2].map(() => new Float32Array(width * height));
  let isVisible = false;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const column = box.x + x;
      const row = box.y + y;
      const number = (numbers[i] = row * pixels.width + column);
      const id = shown[number];
      if (id === uncovered || lipTriangles[id] === 0) continue;
      isVisible = true;
      inside[i] = 1;
      weights[i] = (clamp(valueAt(share, id, column, row), 0, 1) * opacity[number]) / 255;
      const from = valueAt(across, id, column, row) - 0.5;
      const to = valueAt(down, id, column, row) - 0.5;
      theirs[i] = bilinear(original, pixels.width, pixels.height, from, to) / 4;
    }
  }
  return isVisible ? { width, height, mouthWidth: width - 2 * margin, numbers, inside, weights, theirs } : undefined;
}

/** Of the region. @param margin pixels */
export function boxAroundLips(destination: Landmarks, region: Box, { width, height }: Pixels, margin: number): Box {
  const columns = outerLipRing.map((vertex) => destination[3 * vertex] - region.x);
  const rows = outerLipRing.map((vertex) => destination[3 * vertex + 1] - region.y);
  const x = clamp(Math.floor(Math.min(...columns)) - margin, 0, width);
  const y = clamp(Math.floor(Math.min(...rows)) - margin, 0, height);
  const right = clamp(Math.ceil(Math.max(...columns)) + margin, x, width);
  const bottom = clamp(Math.ceil(Math.max(...rows)) + margin, y, height);
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * From a place on a triangle of the new lips to the same place of the target's: its column and row, in pixels from the
 * region's corner, and the share of `interior`.
 * @returns gradients (see `triangleGradients`)
 */
function lipWarp(target: Landmarks, destination: Landmarks, region: Box): Float64Array[] {
  const places = new Float32Array(3 * LANDMARK_COUNT);
  for (let i = 0; i < LANDMARK_COUNT; i++) {
    places[3 * i] = target[3 * i] - region.x;
    places[3 * i + 1] = target[3 * i + 1] - region.y;
    places[3 * i + 2] = interior[i];
  }
  return [0, 1, 2].map((offset) => {
    const gradients = new Float64Array(3 * triangles.count);
    triangleGradients(destination, region, 1, places, 3, offset, gradients, lipTriangles);
    return gradients;
  });
}
