import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxBlur, tripleBoxBlur } from './box-blur';

function blurred(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const copy = plane.slice();
  boxBlur(copy, width, height, radius);
  return copy;
}

test('equals the mean of the square around each sample, borders replicated', () => {
  const size = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(
      size,
      size,
      fc.integer({ min: 0, max: 6 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
      (w, h, r, values) => {
        const plane = Float32Array.from({ length: w * h }, () => values.next().value as number);
        const fast = blurred(plane, w, h, r);
        for (let y = 0; y < h; y++) {
          for (let x = 0; x < w; x++) {
            let sum = 0;
            for (let j = -r; j <= r; j++) {
              for (let i = -r; i <= r; i++) {
                sum += plane[Math.min(h - 1, Math.max(0, y + j)) * w + Math.min(w - 1, Math.max(0, x + i))];
              }
            }
            expect(fast[y * w + x]).toBeCloseTo(sum / (2 * r + 1) ** 2, 2);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('does not change a constant plane', () => {
  expect(new Set(blurred(new Float32Array(35).fill(7), 7, 5, 3))).toEqual(new Set([7]));
});

test('three passes approximate a Gaussian: symmetric, decreasing, sum preserved', () => {
  const plane = new Float32Array(41 * 41);
  plane[20 * 41 + 20] = 1;
  tripleBoxBlur(plane, 41, 41, 3);
  const row = [...plane.slice(20 * 41, 21 * 41)];
  expect(plane.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 4);
  for (let step = 1; step <= 9; step++) {
    expect(row[20 + step]).toBeCloseTo(row[20 - step], 6);
    expect(row[20 + step]).toBeLessThan(row[20 + step - 1]);
  }
});
