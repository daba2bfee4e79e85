import { symmetricEigen } from '#engine/mesh/symmetric-eigen';

/** 3 × 3, row-major. */
export type Matrix3 = Float64Array;

export const identity3 = (): Matrix3 => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

export function multiply3(a: Matrix3, b: Matrix3): Matrix3 {
  const product = new Float64Array(9);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      for (let k = 0; k < 3; k++) product[3 * row + column] += a[3 * row + k] * b[3 * k + column];
    }
  }
  return product;
}

/** Symmetric matrices only. */
export function mapEigenvalues3(matrix: Matrix3, change: (eigenvalue: number) => number): Matrix3 {
  const { values, vectors } = symmetricEigen(matrix, 3);
  const mapped = new Float64Array(9);
  for (let k = 0; k < 3; k++) {
    const value = change(values[k]);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        mapped[3 * row + column] += value * vectors[3 * row + k] * vectors[3 * column + k];
      }
    }
  }
  return mapped;
}

/**
 * Pitié and Kokaram, "The linear Monge-Kantorovitch linear colour mapping for example-based colour transfer" (2007).
 * @param from,to symmetric, positive definite.
 */
export function mongeKantorovich(from: Matrix3, to: Matrix3): Matrix3 {
  const root = mapEigenvalues3(from, (value) => Math.sqrt(Math.max(value, 1e-12)));
  const inverseRoot = mapEigenvalues3(from, (value) => 1 / Math.sqrt(Math.max(value, 1e-12)));
  const middle = mapEigenvalues3(multiply3(multiply3(root, to), root), (value) => Math.sqrt(Math.max(value, 0)));
  return multiply3(multiply3(inverseRoot, middle), inverseRoot);
}
