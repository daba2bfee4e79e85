import type { Box, Landmarks } from '#engine/types';
import { allocate, bytesAt, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { innerLipRing } from '#engine/mesh/topology';
import type { Pixels } from '#engine/swap/geometry/pixels';

/** Pixels: half the band along the lips' edges that becomes soft. */
const band = 1;
/** Of a blurred line one pixel wide; its middle becomes 1. */
const lineGain = 3;
/** Pixels between marks on an edge. */
const stride = 0.5;

/** Between closed lips, two pieces of the source meet along a line: without a soft edge, it shows stair steps. */
export function joinLips({ width, height, painted }: Pixels, destination: Landmarks, region: Box): void {
  const edge = innerLipRing.map((vertex) => ({
    x: destination[3 * vertex] - region.x,
    y: destination[3 * vertex + 1] - region.y,
  }));
  const margin = 2 * band + 2;
  const first = Math.max(0, Math.floor(Math.min(...edge.map(({ y }) => y))) - margin);
  const last = Math.min(height, Math.ceil(Math.max(...edge.map(({ y }) => y))) + margin + 1);
  if (last <= first) return;
  const rows = last - first;
  const count = width * rows;
  withScratch(() => {
    const line = allocate(4 * count);
    const where = allocate(count);
    const scratch = allocate(4 * count);
    const sums = allocate(Math.max(8 * (width + 1), 2 * 3 * (3 * width + 16)));
    const padded = allocate(3 * width + 70);
    const marks = floatsAt(line, count).fill(0);
    for (const [i, start] of edge.entries()) {
      const end = edge[(i + 1) % edge.length];
      const steps = Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / stride);
      for (let step = 0; step < steps; step++) {
        const x = Math.floor(start.x + ((end.x - start.x) * step) / steps);
        const y = Math.floor(start.y + ((end.y - start.y) * step) / steps) - first;
        if (x >= 0 && x < width && y >= 0 && y < rows) marks[y * width + x] = 1;
      }
    }
    kernels().boxBlur(line, width, rows, band, 2, scratch, sums);
    const shares = bytesAt(where, count);
    floatsAt(line, count).forEach((value, i) => (shares[i] = Math.min(255, 255 * lineGain * value)));
    kernels().soften(painted + 3 * width * first, where, width, rows, 1, 32767, sums, padded);
  });
}
