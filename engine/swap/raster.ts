import type { Box, Landmarks } from '../types';
import { canonicalVertices } from '../mesh/canonical-mesh';
import { TriangleClass, triangles } from '../mesh/topology';
import type { Workspace } from './ops/workspace';

/** No triangle covers this pixel. */
export const uncovered = -1;

/**
 * Which triangle each pixel of a region shows: far triangles first, near ones over them (painter's algorithm), skin that
 * faces away left out. A pixel belongs to the triangle its centre lies in, so no two triangles share one.
 *
 * @param positions landmarks × (x, y, depth), pixels; the depth only orders the triangles.
 * @param region rectangle of the picture, pixels.
 * @param cell pixels a side of each sample: 1 for the picture itself, more for a coarse grid over it.
 * @param ids ceil(width / cell) × ceil(height / cell), written: a triangle's number or `uncovered`.
 */
export function rasterize(
  positions: Landmarks,
  region: Box,
  cell: number,
  ids: Int16Array,
  workspace: Workspace,
): void {
  const columns = Math.ceil(region.width / cell);
  const rows = Math.ceil(region.height / cell);
  ids.fill(uncovered);
  for (const key of farToNear(positions, workspace)) {
    const triangle = key % triangles.count;
    const [a, b, c] = cornersOf(triangle);
    const ax = (positions[3 * a] - region.x) / cell;
    const ay = (positions[3 * a + 1] - region.y) / cell;
    const bx = (positions[3 * b] - region.x) / cell;
    const by = (positions[3 * b + 1] - region.y) / cell;
    const cx = (positions[3 * c] - region.x) / cell;
    const cy = (positions[3 * c + 1] - region.y) / cell;
    const doubleArea = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (triangles.classes[triangle] === TriangleClass.skin && doubleArea * facingSign <= 0) continue;
    fillTriangle(ids, columns, rows, triangle, ax, ay, bx, by, cx, cy);
  }
}

export function cornersOf(triangle: number): [a: number, b: number, c: number] {
  const { vertices } = triangles;
  return [vertices[3 * triangle], vertices[3 * triangle + 1], vertices[3 * triangle + 2]];
}

/** Sign of the area, in picture axes, of a skin triangle that faces the camera. */
export const facingSign = (() => {
  let balance = 0;
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    if (triangles.classes[triangle] !== TriangleClass.skin) continue;
    balance += Math.sign(signedArea(canonicalVertices, triangle));
  }
  return Math.sign(balance);
})();

/** Twice the area of a triangle as projected onto the picture, signed by its winding. */
export function signedArea(positions: Float32Array, triangle: number): number {
  const [a, b, c] = cornersOf(triangle);
  const abX = positions[3 * b] - positions[3 * a];
  const abY = positions[3 * b + 1] - positions[3 * a + 1];
  const acX = positions[3 * c] - positions[3 * a];
  const acY = positions[3 * c + 1] - positions[3 * a + 1];
  return abX * acY - acX * abY;
}

/** Sorts numbers rather than calling a comparator: depth in the high digits, the triangle in the low ones. */
function farToNear(positions: Landmarks, workspace: Workspace): Float64Array {
  const keys = workspace.doubles('raster.order', triangles.count);
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    const [a, b, c] = cornersOf(triangle);
    const nearness = 1e6 - positions[3 * a + 2] - positions[3 * b + 2] - positions[3 * c + 2];
    keys[triangle] = Math.round(16 * nearness) * triangles.count + triangle;
  }
  return keys.sort();
}

function fillTriangle(
  ids: Int16Array,
  columns: number,
  rows: number,
  triangle: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): void {
  const firstRow = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const lastRow = Math.min(rows, Math.ceil(Math.max(ay, by, cy) - 0.5)) - 1;
  for (let row = firstRow; row <= lastRow; row++) {
    const y = row + 0.5;
    let from = Infinity;
    let to = -Infinity;
    if (ay <= y !== by <= y) {
      const x = ax + ((y - ay) * (bx - ax)) / (by - ay);
      from = x;
      to = x;
    }
    if (by <= y !== cy <= y) {
      const x = bx + ((y - by) * (cx - bx)) / (cy - by);
      if (x < from) from = x;
      if (x > to) to = x;
    }
    if (cy <= y !== ay <= y) {
      const x = cx + ((y - cy) * (ax - cx)) / (ay - cy);
      if (x < from) from = x;
      if (x > to) to = x;
    }
    const first = Math.max(0, Math.ceil(from - 0.5));
    const end = Math.min(columns, Math.ceil(to - 0.5));
    if (first < end) ids.fill(triangle, row * columns + first, row * columns + end);
  }
}
