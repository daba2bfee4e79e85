import type { Box, Landmarks } from '#engine/types';
import { allocate, bytesAt, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { innerLipRing } from '#engine/mesh/topology';
import type { Pixels } from '#engine/swap/geometry/pixels';

/** Pixels: half the band along the lips' edges that becomes soft. */
const band = 1;
/** Rows above and below the lips that the blurred line and the kernel read. */
const margin = 4;
/** Of the blurred line, which is one pixel wide: its middle becomes 1. */
const lineGain = 3;
/** Pixels between marks on an edge. */
const stride = 0.5;
/** Of the kernel `soften`: taps beside each other, and the whole effect. */
const [tapDistance, wholeEffect] = [1, 32767];

/**
 * Between closed lips, two pieces of the source meet along a line: without a soft edge, it shows stair steps. What lies
 * over the mouth, or stays the target's, is not touched.
 */
export function joinLips({ width, height, painted, alpha }: Pixels, destination: Landmarks, region: Box): void {
  const corners = innerLipRing.map((vertex) => ({
    x: destination[3 * vertex] - region.x,
    y: destination[3 * vertex + 1] - region.y,
  }));
  const heights = corners.map(({ y }) => y);
  const first = Math.max(0, Math.floor(Math.min(...heights)) - margin);
  const end = Math.min(height, Math.ceil(Math.max(...heights)) + margin + 1);
  if (end <= first) return;
  const rows = end - first;
  const count = width * rows;
  withScratch(() => {
    const line = allocate(4 * count);
    const where = allocate(count);
    const scratch = allocate(4 * count);
    const sums = allocate(Math.max(8 * (width + 1), 2 * (2 * tapDistance + 1) * (3 * width + 16)));
    const padded = allocate(3 * width + 6 * tapDistance + 64);
    drawRing(floatsAt(line, count), width, corners, first);
    kernels().boxBlur(line, width, rows, band, 2, scratch, sums);
    const onLine = floatsAt(line, count);
    const opacity = bytesAt(alpha + width * first, count);
    const shares = bytesAt(where, count);
    for (let i = 0; i < count; i++) shares[i] = Math.min(1, lineGain * onLine[i]) * opacity[i];
    kernels().soften(painted + 3 * width * first, where, width, rows, tapDistance, wholeEffect, sums, padded);
  });
}

/** @param plane rows of `width` from row `first` on, written: 1 on the line, else 0 */
function drawRing(
  plane: Float32Array,
  width: number,
  corners: readonly { x: number; y: number }[],
  first: number,
): void {
  plane.fill(0);
  for (const [i, from] of corners.entries()) {
    const to = corners[(i + 1) % corners.length];
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / stride);
    for (let step = 0; step < steps; step++) {
      const x = Math.floor(from.x + ((to.x - from.x) * step) / steps);
      const row = Math.floor(from.y + ((to.y - from.y) * step) / steps) - first;
      const at = row * width + x;
      if (x >= 0 && x < width && at >= 0 && at < plane.length) plane[at] = 1;
    }
  }
}
