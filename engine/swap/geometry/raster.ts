import type { Box, Landmarks } from '#engine/types';
import { canonicalVertices } from '#engine/mesh/canonical-mesh';
import { TriangleClass, triangles } from '#engine/mesh/topology';
import { allocate, withScratch, copyIn, kernels, shortsAt } from '#engine/kernels/memory';
import { doubles, shorts, type Workspace } from '#engine/swap/ops/workspace';

const buffers = { corners: doubles(), numbers: shorts(), order: doubles() };

export const uncovered = -1;

/**
 * Painter's algorithm without back-facing skin.
 * @param cell pixels a side.
 * @param ids ceil(width / cell) × ceil(height / cell), written: a triangle or `uncovered`.
 */
export function rasterize(
  positions: Landmarks,
  region: Box,
  cell: number,
  ids: Int16Array,
  workspace: Workspace,
): void {
  withScratch(() => {
    const address = allocate(ids.byteLength);
    rasterizeAt(address, positions, region, cell, workspace);
    ids.set(shortsAt(address, ids.length));
  });
}

/** Into kernel memory. */
export function rasterizeAt(ids: number, positions: Landmarks, region: Box, cell: number, workspace: Workspace): void {
  const columns = Math.ceil(region.width / cell);
  const rows = Math.ceil(region.height / cell);
  const corners = workspace.view(buffers.corners, 6 * triangles.count);
  const numbers = workspace.view(buffers.numbers, triangles.count);
  let count = 0;
  for (const key of farToNear(positions, workspace)) {
    const triangle = key % triangles.count;
    if (triangles.classes[triangle] === TriangleClass.skin && signedArea(positions, triangle) * facingSign <= 0)
      continue;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles.vertices[3 * triangle + corner];
      corners[6 * count + 2 * corner] = (positions[3 * vertex] - region.x) / cell;
      corners[6 * count + 2 * corner + 1] = (positions[3 * vertex + 1] - region.y) / cell;
    }
    numbers[count++] = triangle;
  }
  shortsAt(ids, columns * rows).fill(uncovered);
  withScratch(() => kernels().fillTriangles(ids, columns, rows, copyIn(corners), copyIn(numbers), count));
}

export function cornersOf(triangle: number): [a: number, b: number, c: number] {
  const { vertices } = triangles;
  return [vertices[3 * triangle], vertices[3 * triangle + 1], vertices[3 * triangle + 2]];
}

/** Of front-facing skin in picture axes. */
export const facingSign = (() => {
  let balance = 0;
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    if (triangles.classes[triangle] !== TriangleClass.skin) continue;
    balance += Math.sign(signedArea(canonicalVertices, triangle));
  }
  return Math.sign(balance);
})();

/** Twice the area, signed by winding. */
export function signedArea(positions: Float32Array, triangle: number): number {
  const [a, b, c] = cornersOf(triangle);
  const abX = positions[3 * b] - positions[3 * a];
  const abY = positions[3 * b + 1] - positions[3 * a + 1];
  const acX = positions[3 * c] - positions[3 * a];
  const acY = positions[3 * c + 1] - positions[3 * a + 1];
  return abX * acY - acX * abY;
}

/** Numeric sort: depth in the high digits, triangle in the low ones. */
function farToNear(positions: Landmarks, workspace: Workspace): Float64Array {
  const keys = workspace.view(buffers.order, triangles.count);
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    const [a, b, c] = cornersOf(triangle);
    const nearness = 1e6 - positions[3 * a + 2] - positions[3 * b + 2] - positions[3 * c + 2];
    keys[triangle] = Math.round(16 * nearness) * triangles.count + triangle;
  }
  return keys.sort();
}
