import type { Box, Landmarks } from '#engine/types';
import { shortsAt } from '#engine/kernels/memory';
import { lips, TriangleClass, triangles } from '#engine/mesh/topology';
import { valueAt } from '#engine/swap/geometry/gradients';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { cornersOf, facingSign, signedArea, uncovered } from '#engine/swap/geometry/raster';
import type { WarpMap } from '#engine/swap/geometry/warp-map';
import { softenLine } from './soften-line';

/** Pixels around averted skin: there the edge lies behind which it is hidden. */
const margin = 2;
/** Texels, besides those of one pixel of either triangle. */
const jump = 3;
/** By triangle. The line between lips is `joinLips`'. */
const isSkin = Array.from(triangles.classes, (kind, triangle) => {
  const isLip = cornersOf(triangle).every((corner) => lips.includes(corner));
  return kind === TriangleClass.skin && !isLip;
});

/** On turned heads the nose hides a part of the cheek: at its edge, skin of two places meets. */
export function softenOcclusions(pixels: Pixels, destination: Landmarks, region: Box, warp: WarpMap): void {
  const area = avertedArea(destination, region, pixels);
  if (!area) return;
  const { width, height, ids } = pixels;
  const shown = shortsAt(ids, width * height);
  const edges: number[] = [];
  for (let row = area.top; row < area.bottom; row++) {
    for (let column = area.left; column < area.right; column++) {
      const i = row * width + column;
      if (isEdge(warp, shown[i], shown[i + 1], column, row)) edges.push(i, i + 1);
      if (isEdge(warp, shown[i], shown[i + width], column, row)) edges.push(i, i + width);
    }
  }
  if (edges.length === 0) return;
  const rowOf = (i: number) => Math.floor(i / width);
  softenLine(pixels, rowOf(edges[0]), rowOf(edges[edges.length - 1]) + 1, (plane, first) => {
    for (const i of edges) plane[i - first * width] = 1;
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

/** Two neighbouring pixels that read places of the atlas which do not touch. */
function isEdge({ across, down }: WarpMap, a: number, b: number, x: number, y: number): boolean {
  if (a === b || a === uncovered || b === uncovered || !isSkin[a] || !isSkin[b]) return false;
  return isApart(across, a, b, x, y) || isApart(down, a, b, x, y);
}

function isApart(gradients: Float64Array, a: number, b: number, x: number, y: number): boolean {
  const distance = Math.abs(valueAt(gradients, a, x, y) - valueAt(gradients, b, x, y));
  if (distance <= jump) return false; // mostly, and slopes take longer
  return distance > jump + Math.max(slopeOf(gradients, a), slopeOf(gradients, b));
}

/** Texels a pixel. */
const slopeOf = (gradients: Float64Array, triangle: number): number =>
  Math.hypot(gradients[3 * triangle + 1], gradients[3 * triangle + 2]);
