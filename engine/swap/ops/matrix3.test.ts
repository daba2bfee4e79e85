import { expect, test } from 'vitest';
import { identity3, mapEigenvalues3, mongeKantorovich, multiply3, type Matrix3 } from './matrix3';

const from: Matrix3 = Float64Array.of(4, 1, 0.5, 1, 3, 0.2, 0.5, 0.2, 2);
const to: Matrix3 = Float64Array.of(1, -0.3, 0, -0.3, 2, 0.4, 0, 0.4, 5);

const transpose = (m: Matrix3): Matrix3 => Float64Array.of(m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]);

function expectClose(actual: Matrix3, expected: Matrix3): void {
  actual.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 8));
}

test('maps one covariance to the other, A S Aᵀ = T, with a symmetric matrix', () => {
  const map = mongeKantorovich(from, to);
  expectClose(multiply3(multiply3(map, from), transpose(map)), to);
  expectClose(map, transpose(map));
});

test('gives the identity for equal covariances', () => {
  expectClose(mongeKantorovich(from, from), identity3());
});

test('the matrix square root squares to the matrix', () => {
  const root = mapEigenvalues3(from, Math.sqrt);
  expectClose(multiply3(root, root), from);
});
