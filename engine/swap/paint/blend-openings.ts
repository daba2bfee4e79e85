import { allocate, copyIn, kernels, withScratch } from '#engine/kernels/memory';
import { eyeOutlines } from '#engine/mesh/eyes';
import { distance } from '#engine/mesh/pose';
import { innerLipRing, TriangleClass, triangles } from '#engine/mesh/topology';
import { clamp } from '#engine/swap/ops/curves';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { Landmarks } from '#engine/types';

/** Of the region's width: half the band around lids and lips in which both faces mix. */
const bandShare = 0.004;
/** Tap distance over the band: more costs the sharpness of lashes. */
const stepShare = 0.5;
/** Of an opening's height in its middle: the band reaches twice as far to either side. */
const bandOfHeight = 0.14;

/** Rings start at a corner. */
const openings = [
  ...eyeOutlines.map(({ ring }, eye) => ({ kind: eye === 0 ? TriangleClass.leftEye : TriangleClass.rightEye, ring })),
  { kind: TriangleClass.mouth, ring: innerLipRing },
];

/**
 * Eyeballs and the inside of the mouth are moved target pixels: without a soft edge, their outline shows stair steps.
 * @param fromTarget triangles: 1 where target pixels are moved.
 */
export function blendOpenings(pixels: Pixels, fromTarget: Uint8Array): void {
  const band = Math.max(1, Math.round(bandShare * pixels.width));
  blendBand(pixels, fromTarget, band, [Math.max(1, Math.floor(stepShare * band))]);
}

/**
 * On a blurred target only the new face was softened: the outlines would be the only sharp lines. A wide band would mix a
 * small eye with its lids, and the teeth of a small mouth with its lips.
 * @param blur widest tap distance, pixels; 0 if nothing was softened
 */
export function softenOpenings(pixels: Pixels, fromTarget: Uint8Array, destination: Landmarks, blur: number): void {
  if (blur === 0) return;
  for (const { kind, ring } of openings) {
    const height = distance(destination, ring[ring.length / 4], ring[(3 * ring.length) / 4]);
    const band = Math.floor(clamp(bandOfHeight * height, 1, 2 * blur));
    const opening = fromTarget.map((open, triangle) => (triangles.classes[triangle] === kind ? open : 0));
    const steps = [1, 2, 4, 8].filter((step) => step <= Math.min(band, blur));
    blendBand(pixels, opening, band, steps);
  }
}

function blendBand(pixels: Pixels, fromTarget: Uint8Array, band: number, steps: readonly number[]): void {
  const { width } = pixels;
  const widest = Math.max(...steps);
  withScratch(() => {
    const openTriangles = copyIn(fromTarget);
    const rows = openRows(pixels, openTriangles, 2 * band + widest + 1);
    if (!rows) return;
    const height = rows.end - rows.first;
    const count = width * height;
    const painted = pixels.painted + 3 * width * rows.first;
    const opening = allocate(4 * count);
    const scratch = allocate(4 * count);
    const where = allocate(count);
    const sums = allocate(Math.max(8 * (width + 1), 2 * (2 * widest + 1) * (3 * width + 16)));
    const padded = allocate(3 * width + 6 * widest + 64);
    kernels().markOpen(pixels.ids + 2 * width * rows.first, openTriangles, count, opening);
    kernels().boxBlur(opening, width, height, band, 2, scratch, sums);
    kernels().edgeShares(opening, count, where);
    for (const step of steps) kernels().soften(painted, where, width, height, step, 32767, sums, padded);
  });
}

/** Undefined if nothing is open. @param openTriangles address of one byte a triangle */
function openRows(
  { width, height, ids }: Pixels,
  openTriangles: number,
  margin: number,
): { first: number; end: number } | undefined {
  const count = width * height;
  const start = kernels().findOpen(ids, openTriangles, 0, 1, count);
  if (start === count) return undefined;
  const last = kernels().findOpen(ids, openTriangles, count - 1, -1, -1);
  const row = (i: number) => Math.floor(i / width);
  return { first: Math.max(0, row(start) - margin), end: Math.min(height, row(last) + margin + 1) };
}
