import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanOfSmallest } from './mean-of-smallest';

test('equals the mean of the first sorted values', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60 }),
      fc.double({ min: 0.02, max: 1, noNaN: true }),
      (values, share) => {
        const count = Math.ceil(share * values.length);
        const least = [...values].sort((a, b) => a - b).slice(0, count);
        const mean = least.reduce((sum, value) => sum + value, 0) / count;
        expect(meanOfSmallest(Float32Array.from(values), count)).toBeCloseTo(mean, 5);
      },
    ),
  ));
