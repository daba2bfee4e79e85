import type { Box, Landmarks } from '#engine/types';
import { innerLipRing } from '#engine/mesh/topology';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { softenLine } from '#engine/swap/paint/soften-line';

/** Pixels between marks on an edge. */
const stride = 0.5;

/** Between closed lips, two pieces of the source meet along a line. */
export function joinLips(pixels: Pixels, destination: Landmarks, region: Box): void {
  const corners = innerLipRing.map((vertex) => ({
    x: destination[3 * vertex] - region.x,
    y: destination[3 * vertex + 1] - region.y,
  }));
  const heights = corners.map(({ y }) => y);
  softenLine(pixels, Math.min(...heights), Math.max(...heights), (plane, first) =>
    drawRing(plane, pixels.width, corners, first),
  );
}

/** @param plane rows of `width` from row `first` on; 1 on the line */
function drawRing(
  plane: Float32Array,
  width: number,
  corners: readonly { x: number; y: number }[],
  first: number,
): void {
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
