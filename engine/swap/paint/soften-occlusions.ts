import type { Box, Landmarks } from '#engine/types';
import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { lips, TriangleClass, triangles } from '#engine/mesh/topology';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { cornersOf, facingSign, signedArea } from '#engine/swap/geometry/raster';
import type { WarpMap } from '#engine/swap/geometry/warp-map';
import { softenLine } from './soften-line';

/** Pixels around averted skin: there the edge lies behind which it is hidden. */
const margin = 2;
/** Texels, besides those of one pixel of either triangle. */
const jump = 3;
/** By triangle. The line between lips is `joinLips`'. */
const isSkin = Uint8Array.from(triangles.classes, (kind, triangle) => {
  const isLip = cornersOf(triangle).every((corner) => lips.includes(corner));
  return kind === TriangleClass.skin && !isLip ? 1 : 0;
});

/** On turned heads the nose hides a part of the cheek: at its edge, skin of two places meets. */
export function softenOcclusions(pixels: Pixels, destination: Landmarks, region: Box, warp: WarpMap): void {
  const area = avertedArea(destination, region, pixels);
  if (!area) return;
  const { left, top, right, bottom } = area;
  const { width, ids } = pixels;
  const count = width * (bottom - top + 1);
  withScratch(() => {
    const across = copyIn(warp.across);
    const down = copyIn(warp.down);
    const skin = copyIn(isSkin);
    const marks = allocate(4 * count);
    floatsAt(marks, count).fill(0);
    const found = kernels().markSeams(ids, width, left, top, right, bottom, skin, across, down, jump, marks);
    if (found === 0) return;
    softenLine(pixels, top, bottom, (plane, first) => plane.set(floatsAt(marks, count), width * (top - first)));
  });
}

/** Around skin that faces away. The last row and column are left out. */
function avertedArea(destination: Landmarks, region: Box, { width, height }: Pixels) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    if (triangles.classes[triangle] !== TriangleClass.skin) continue;
    if (signedArea(destination, triangle) * facingSign > 0) continue;
    for (const vertex of cornersOf(triangle)) {
      const [x, y] = [destination[3 * vertex] - region.x, destination[3 * vertex + 1] - region.y];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const area = {
    left: Math.max(0, Math.floor(left) - margin),
    top: Math.max(0, Math.floor(top) - margin),
    right: Math.min(width - 1, Math.ceil(right) + margin),
    bottom: Math.min(height - 1, Math.ceil(bottom) + margin),
  };
  return area.left < area.right && area.top < area.bottom ? area : undefined;
}
