import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, withScratch, copyIn, doublesAt, floatsAt, kernels } from '#engine/kernels/memory';
import { seededRandom } from '#tests/support/seeded-random';

const [LEAST, MOST, FARTHEST, FLOOR] = [0.7, 1.3, 60, 24];

const cells = fc.record({ count: fc.integer({ min: 1, max: 50 }), seed: fc.integer() }).map(({ count, seed }) => {
  const next = seededRandom(seed);
  const plane = (length: number, value: () => number) => Float32Array.from({ length }, value);
  return {
    count,
    toned: plane(3 * count, () => 270 * next() - 10),
    target: plane(3 * count, () => 255 * next()),
    weights: plane(count, () => (next() < 0.3 ? 0 : next())),
    planes: plane(3 * count, () => 80 * next() - 40),
  };
});

type Cells = typeof cells extends fc.Arbitrary<infer C> ? C : never;

const check = (property: (given: Cells) => void) =>
  fc.assert(
    fc.property(cells, (given) => withScratch(() => property(given))),
    { numRuns: 60 },
  );

const expectNear = (values: ArrayLike<number>, wanted: (i: number) => number) =>
  Array.from(values).forEach((value, i) =>
    expect(Math.abs(value - wanted(i))).toBeLessThan(1e-4 * Math.max(1, Math.abs(wanted(i)))),
  );

const sumAt = (rgb: Float32Array, i: number) => rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

test('hue difference compares channels minus lightness at equal lightness', () =>
  check(({ count, toned: signed, target, weights }) => {
    const planes = allocate(12 * count);
    const toned = signed.map(Math.abs);
    kernels().hueDifference(copyIn(toned), copyIn(target), copyIn(weights), count, LEAST, MOST, planes);
    expectNear(floatsAt(planes, 3 * count), (at) => {
      const [k, i] = [Math.floor(at / count), at % count];
      const [light, own] = [sumAt(target, i) / 3, sumAt(toned, i) / 3];
      const scale = clamp(light / (own + 1), LEAST, MOST);
      return weights[i] * (target[3 * i + k] - light - (toned[3 * i + k] - own) * scale);
    });
  }));

test('hue shift adds the normalised difference, bounded', () =>
  check(({ count, toned, target, weights, planes }) => {
    const confidence = target.subarray(0, count).map((value) => value / 255);
    const base = copyIn(toned);
    kernels().shiftHue(base, copyIn(planes), copyIn(weights), copyIn(confidence), count, FARTHEST);
    expectNear(floatsAt(base, 3 * count), (at) => {
      const [i, k] = [Math.floor(at / 3), at % 3];
      const shift = clamp(planes[k * count + i] / Math.max(1e-4, weights[i]), -FARTHEST, FARTHEST);
      return toned[at] + confidence[i] * shift;
    });
  }));

test('luminance difference is a difference of logarithms', () =>
  check(({ count, toned, target, weights }) => {
    const excess = allocate(4 * count);
    kernels().luminanceDifference(copyIn(toned), copyIn(target), copyIn(weights), count, FLOOR, excess);
    const logLight = (rgb: Float32Array, i: number) => Math.log(Math.max(0, sumAt(rgb, i)) + FLOOR);
    expectNear(floatsAt(excess, count), (i) => weights[i] * (logLight(toned, i) - logLight(target, i)));
  }));

test('moments are weighted sums of colours and their products', () =>
  check(({ count, target, weights }) => {
    const sums = allocate(80);
    kernels().moments(copyIn(target), copyIn(weights), count, sums);
    const factors = [[], [0], [1], [2], [0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]];
    expectNear(doublesAt(sums, 10), (n) =>
      weights.reduce(
        (sum, weight, i) => sum + factors[n].reduce((product, k) => product * target[3 * i + k], weight),
        0,
      ),
    );
  }));
