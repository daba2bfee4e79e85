import type { Box, Landmarks } from '#engine/types';
import { triangles } from '#engine/mesh/topology';
import { cornersOf, uncovered } from './raster';

/** Corner, two edges, and 1 / (2 · area), 0 if degenerate, in grid samples. */
export function cornersOnGrid(triangle: number, positions: Landmarks, region: Box, cell: number) {
  const [a, b, c] = cornersOf(triangle);
  const ax = (positions[3 * a] - region.x) / cell;
  const ay = (positions[3 * a + 1] - region.y) / cell;
  const abX = (positions[3 * b] - region.x) / cell - ax;
  const abY = (positions[3 * b + 1] - region.y) / cell - ay;
  const acX = (positions[3 * c] - region.x) / cell - ax;
  const acY = (positions[3 * c + 1] - region.y) / cell - ay;
  const doubleArea = abX * acY - acX * abY;
  const inverse = Math.abs(doubleArea) < 1e-9 ? 0 : 1 / doubleArea;
  return { ax, ay, abX, abY, acX, acY, inverse };
}

/**
 * value = c₀ + c₁·column + c₂·row from the region's corner; 0.5 is the first centre.
 * @param values one per landmark, at `offset + stride·landmark`.
 * @param gradients triangles × 3, written.
 * @param only triangles: 0 is skipped.
 */
export function triangleGradients(
  positions: Landmarks,
  region: Box,
  cell: number,
  values: ArrayLike<number>,
  stride: number,
  offset: number,
  gradients: Float64Array,
  only?: Uint8Array,
): void {
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    if (only && only[triangle] === 0) continue;
    const [a, b, c] = cornersOf(triangle);
    const at = values[offset + stride * a];
    const toB = values[offset + stride * b] - at;
    const toC = values[offset + stride * c] - at;
    if (toB === 0 && toC === 0) {
      gradients[3 * triangle] = at;
      gradients[3 * triangle + 1] = gradients[3 * triangle + 2] = 0;
      continue;
    }
    const { ax, ay, abX, abY, acX, acY, inverse } = cornersOnGrid(triangle, positions, region, cell);
    const alongX = (toB * acY - toC * abY) * inverse;
    const alongY = (toC * abX - toB * acX) * inverse;
    gradients[3 * triangle] = at - alongX * ax - alongY * ay;
    gradients[3 * triangle + 1] = alongX;
    gradients[3 * triangle + 2] = alongY;
  }
}

/** 0 where uncovered. */
export function interpolatePlane(
  ids: Int16Array,
  columns: number,
  rows: number,
  gradients: Float64Array,
  plane: Float32Array,
): void {
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const id = ids[i];
      plane[i] =
        id === uncovered
          ? 0
          : gradients[3 * id] + gradients[3 * id + 1] * (column + 0.5) + gradients[3 * id + 2] * (row + 0.5);
    }
  }
}
