import fc from 'fast-check';
import { expect, test } from 'vitest';
import { symmetricEigen } from './symmetric-eigen';

const entry = fc.double({ min: -100, max: 100, noNaN: true });

test('eigenvectors and values reproduce the matrix, eigenvectors are orthonormal', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 16, maxLength: 16 }), (entries) => {
      const matrix = entries.map((_, i) => entries[4 * Math.min(i >> 2, i % 4) + Math.max(i >> 2, i % 4)]);
      const { values, vectors } = symmetricEigen(matrix, 4);
      for (let row = 0; row < 4; row++) {
        for (let column = 0; column < 4; column++) {
          let rebuilt = 0;
          let product = 0;
          for (let k = 0; k < 4; k++) {
            rebuilt += vectors[4 * row + k] * values[k] * vectors[4 * column + k];
            product += vectors[4 * k + row] * vectors[4 * k + column];
          }
          expect(rebuilt).toBeCloseTo(matrix[4 * row + column], 6);
          expect(product).toBeCloseTo(row === column ? 1 : 0, 9);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('does not change its argument', () => {
  const matrix = [2, 1, 1, 3];
  symmetricEigen(matrix, 2);
  expect(matrix).toEqual([2, 1, 1, 3]);
});
