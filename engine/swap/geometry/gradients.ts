import type { Box, Landmarks } from '#engine/types';
import { allocate, copyIn, doublesAt, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { triangles } from '#engine/mesh/topology';

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
  values: Float32Array,
  stride: number,
  offset: number,
  gradients: Float64Array,
  only?: Uint8Array,
): void {
  const { count, vertices } = triangles;
  withScratch(() => {
    const places = copyIn(positions);
    const corners = copyIn(vertices);
    const chosen = only ? copyIn(only) : 0;
    const numbers = copyIn(values);
    const result = only ? copyIn(gradients) : allocate(gradients.byteLength);
    const { x, y } = region;
    kernels().triangleGradients(places, corners, count, chosen, x, y, cell, numbers, stride, offset, result);
    gradients.set(doublesAt(result, gradients.length));
  });
}

/** At the centre of a sample. @param gradients see `triangleGradients` */
export const valueAt = (gradients: Float64Array, triangle: number, column: number, row: number): number =>
  gradients[3 * triangle] + gradients[3 * triangle + 1] * (column + 0.5) + gradients[3 * triangle + 2] * (row + 0.5);

/** Of the second and third corner: triangles × 6; 0 if degenerate. Address, within the caller's scratch. */
export function barycentricGradients(positions: Landmarks, { x, y }: Box, cell: number): number {
  const { count, vertices } = triangles;
  const barycentric = allocate(8 * 6 * count);
  kernels().barycentricGradients(copyIn(positions), copyIn(vertices), count, x, y, cell, barycentric);
  return barycentric;
}

/** 0 where uncovered. */
export function interpolatePlane(
  ids: Int16Array,
  columns: number,
  rows: number,
  gradients: Float64Array,
  plane: Float32Array,
): void {
  withScratch(() => {
    const numbers = copyIn(ids);
    const coefficients = copyIn(gradients);
    const result = allocate(plane.byteLength);
    kernels().interpolatePlane(numbers, columns, rows, coefficients, result);
    plane.set(floatsAt(result, plane.length));
  });
}
