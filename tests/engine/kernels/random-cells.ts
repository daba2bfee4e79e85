import fc from 'fast-check';
import { expect } from 'vitest';
import { withScratch } from '#engine/kernels/memory';
import { seededRandom } from '#tests/support/seeded-random';

export interface RandomCells {
  readonly count: number;
  /** count values between 0 and `most`; some are exactly 0. */
  readonly plane: (most?: number) => Float32Array;
  /** count × 3, 0–255. */
  readonly colours: () => Float32Array;
}

const cells = fc.record({ count: fc.integer({ min: 1, max: 50 }), seed: fc.integer() });

/** Scratch memory holds rubbish: kernels may not depend on what they do not write. */
export function checkCells(property: (given: RandomCells) => void): void {
  fc.assert(
    fc.property(cells, ({ count, seed }) => {
      const next = seededRandom(seed);
      const plane = (most = 1) => Float32Array.from({ length: count }, () => (next() < 0.3 ? 0 : most * next()));
      const colours = () => Float32Array.from({ length: 3 * count }, () => 255 * next());
      withScratch(() => property({ count, plane, colours }));
    }),
    { numRuns: 60 },
  );
}

/** Within rounding of single precision. */
export function expectNear(values: ArrayLike<number>, wanted: (i: number) => number): void {
  const compared = Array.from(values, (value, i) => ({ i, value, wanted: wanted(i) }));
  // One expectation: one for each value would take longer than the kernels.
  expect(compared.filter((one) => !isNear(one.value, one.wanted))).toEqual([]);
}

const isNear = (value: number, wanted: number) => Math.abs(value - wanted) < 1e-4 * Math.max(1, Math.abs(wanted));
