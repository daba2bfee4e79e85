import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pullPush, relax } from '#engine/swap/ops/pull-push';
import * as plain from './plain-pull-push';

test('holes are filled and relaxed as by the reference implementation, at any size', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.infiniteStream(fc.double({ min: 0, max: 255, noNaN: true })),
      fc.infiniteStream(fc.constantFrom(0, 0, 0, 0.004, 0.5, 1)),
      (width, height, colours, known) => {
        const values = Float32Array.from({ length: 3 * width * height }, () => colours.next().value as number);
        const weights = Float32Array.from({ length: width * height }, () => known.next().value as number);
        const wanted = values.slice();
        plain.pullPush(wanted, weights, width, height);
        pullPush(values, weights, width, height);
        expect(worst(values, wanted)).toBeLessThan(1e-3);
        plain.relax(wanted, weights, width, height, 3);
        relax(values, weights, width, height, 3);
        expect(worst(values, wanted)).toBeLessThan(1e-3);
      },
    ),
    { numRuns: 40 },
  ));

const worst = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
