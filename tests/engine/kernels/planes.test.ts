import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import { halve } from '#engine/nets/pyramid';
import { boxBlur, lowPassColours } from '#engine/swap/ops/box-blur';
import { mapColours } from '#engine/swap/tone/colour';
import { close, dilate } from '#engine/swap/ops/morphology';
import { applyToneToGrid } from '#tests/support/toned-grid';
import { seededRandom } from '#tests/support/seeded-random';
import { hueShare, toneColour } from './plain-tone';

/** `boxBlur` is tested beside its wrapper. */

const side = fc.integer({ min: 1, max: 24 });
const radii = fc.integer({ min: 0, max: 7 });
const given = fc.record({ width: side, height: side, radius: radii, seed: fc.integer() });

function numbers(length: number, seed: number): Float32Array {
  const next = seededRandom(seed);
  return Float32Array.from({ length }, () => 256 * next());
}

const worst = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

test('dilation is the local maximum, and closing the local minimum of maxima', () =>
  fc.assert(
    fc.property(given, ({ width, height, radius, seed }) => {
      const plane = numbers(width * height, seed);
      const around = (from: ArrayLike<number>, pick: (...values: number[]) => number) =>
        Float32Array.from({ length: width * height }, (_, i) => {
          const [column, row] = [i % width, Math.floor(i / width)];
          const values: number[] = [];
          for (let y = Math.max(0, row - radius); y <= Math.min(height - 1, row + radius); y++) {
            for (let x = Math.max(0, column - radius); x <= Math.min(width - 1, column + radius); x++) {
              values.push(from[y * width + x]);
            }
          }
          return pick(...values);
        });
      const largest = plane.slice();
      dilate(largest, width, height, radius);
      expect([...largest]).toEqual([...around(plane, Math.max)]);
      const closed = new Float32Array(plane.length);
      close(plane, width, height, radius, closed);
      expect([...closed]).toEqual([...around(around(plane, Math.max), Math.min)]);
    }),
    { numRuns: 40 },
  ));

test('low-pass colours are blurred weighted channels over blurred weights', () =>
  fc.assert(
    fc.property(given, ({ width, height, radius, seed }) => {
      const rgb = numbers(3 * width * height, seed);
      const weights = numbers(width * height, ~seed).map((value) => (value < 100 ? 1e-4 : value / 256));
      const blurred = (values: Float32Array) => {
        boxBlur(values, width, height, radius, 3);
        return values;
      };
      const mass = blurred(weights.slice());
      const slow = new Float32Array(rgb.length);
      lowPassColours(rgb, weights, mass, width, height, radius, slow);
      for (let k = 0; k < 3; k++) {
        const channel = blurred(weights.map((weight, i) => weight * rgb[3 * i + k]));
        expect(
          worst(
            channel.map((value, i) => value / mass[i]),
            slow.filter((_, i) => i % 3 === k),
          ),
        ).toBeLessThan(1e-3);
      }
    }),
    { numRuns: 40 },
  ));

test('low-pass lightness is the mean of low-pass colours', () =>
  fc.assert(
    fc.property(given, ({ width, height, radius, seed }) => {
      const rgb = numbers(3 * width * height, seed);
      const weights = numbers(width * height, ~seed).map((value) => value / 256 + 1e-4);
      const mass = weights.slice();
      boxBlur(mass, width, height, radius, 3);
      const slow = new Float32Array(rgb.length);
      lowPassColours(rgb, weights, mass, width, height, radius, slow);
      const lightness = withScratch(() => {
        const [scratch, sums, result] = [mass.byteLength, 8 * (width + 1), mass.byteLength].map(allocate);
        const [colours, trusted, masses] = [rgb, weights, mass].map(copyIn);
        kernels().lowPassLightness(colours, trusted, masses, width, height, radius, result, scratch, sums);
        return floatsAt(result, mass.length).slice();
      });
      expect(
        worst(
          lightness,
          mass.map((_, i) => (slow[3 * i] + slow[3 * i + 1] + slow[3 * i + 2]) / 3),
        ),
      ).toBeLessThan(1e-3);
    }),
    { numRuns: 40 },
  ));

test('halving rounds the mean of four pixels, at any size', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 21 }),
      fc.integer({ min: 2, max: 140 }),
      fc.integer(),
      (width, height, seed) => {
        const data = Uint8Array.from(numbers(3 * width * height, seed));
        const half = halve({ width, height, data });
        const at = (x: number, y: number, k: number) => data[3 * (y * width + x) + k];
        expect(half).toMatchObject({ width: width >> 1, height: height >> 1 });
        const wanted = Uint8Array.from({ length: 3 * (width >> 1) * (height >> 1) }, (_, i) => {
          const [k, x, y] = [i % 3, 2 * (Math.floor(i / 3) % (width >> 1)), 2 * Math.floor(i / 3 / (width >> 1))];
          return (at(x, y, k) + at(x + 1, y, k) + at(x, y + 1, k) + at(x + 1, y + 1, k) + 2) >> 2;
        });
        expect(Buffer.compare(half.data, wanted)).toBe(0);
      },
    ),
    { numRuns: 40 },
  ));

test('a crop is sampled bilinearly, black outside, scaled, in planar layout', () =>
  fc.assert(
    fc.property(
      given,
      fc.array(fc.double({ min: -1.5, max: 1.5, noNaN: true }), { minLength: 4, maxLength: 4 }),
      (size, turn) => {
        const [width, height, crop] = [size.width + 3, size.height + 3, 9];
        const texture = new Uint8Array(3 * width * height);
        const isInside = (x: number, y: number) => x > 0 && y > 0 && x < width - 2 && y < height - 2;
        numbers(texture.length, size.seed).forEach((value, i) => {
          if (isInside(Math.floor(i / 3) % width, Math.floor(i / 3 / width))) texture[i] = value;
        });
        const [[a, b, d, e], c, f] = [turn, width / 2, height / 2];
        const values = withScratch(() => {
          const into = allocate(4 * 3 * crop * crop);
          kernels().crop(copyIn(texture), width, height, a, b, c, d, e, f, crop, 0.5, -3, into);
          return floatsAt(into, 3 * crop * crop).slice();
        });
        const at = (x: number, y: number, k: number) => (isInside(x, y) ? texture[3 * (y * width + x) + k] : 0);
        const wanted = values.map((_, i) => {
          const [k, x, y] = [Math.floor(i / crop ** 2), (i % crop) + 0.5, Math.floor((i % crop ** 2) / crop) + 0.5];
          const [u, v] = [a * x + b * y + c - 0.5, d * x + e * y + f - 0.5];
          const [left, top] = [Math.floor(u), Math.floor(v)];
          const row = (j: number) => at(left, j, k) * (1 - u + left) + at(left + 1, j, k) * (u - left);
          return 0.5 * (row(top) * (1 - v + top) + row(top + 1) * (v - top)) - 3;
        });
        expect(worst(values, wanted)).toBeLessThan(0.01);
      },
    ),
    { numRuns: 40 },
  ));

test('colours are mapped by a matrix on their logarithms', () =>
  fc.assert(
    fc.property(given, ({ width, height, seed }) => {
      const count = width * height;
      const rgb = numbers(3 * count, seed);
      const map = { matrix: numbers(9, ~seed).map((value) => value / 256 - 0.3), from: [4, 5, 4.5], to: [4.5, 4, 5] };
      const mapped = new Float32Array(3 * count);
      mapColours(
        { matrix: Float64Array.from(map.matrix), from: Float64Array.from(map.from), to: Float64Array.from(map.to) },
        rgb,
        mapped,
      );
      for (let i = 0; i < mapped.length; i++) {
        const row = 3 * (i % 3);
        const logs = [0, 1, 2].map((k) => Math.log(rgb[i - (i % 3) + k] + 6) - map.from[k]);
        const wanted = Math.exp(logs.reduce((sum, log, k) => sum + map.matrix[row + k] * log, map.to[i % 3])) - 6;
        expect(Math.abs(mapped[i] - wanted)).toBeLessThan(1e-4 * (wanted + 6));
      }
    }),
    { numRuns: 20 },
  ));

test('cells are toned as the reference formulas give', () =>
  fc.assert(
    fc.property(given, ({ width, height, seed }) => {
      const count = width * height;
      const plane = (length: number, from: number, to: number, salt: number) =>
        numbers(length, seed ^ salt).map((value) => from + ((to - from) * value) / 256);
      const warped = plane(3 * count, 0, 255, 1);
      const [base, low, gain] = [
        plane(3 * count, 20, 250, 2),
        plane(3 * count, 20, 250, 3),
        plane(3 * count, 0.3, 1.3, 4),
      ];
      const [shine, hue, darkHue] = [plane(count, 0.2, 1, 5), plane(count, 0.1, 1, 6), plane(count, 0, 1, 7)];
      const tone = { base, low, gain, shine, hue, darkHue };
      const toned = new Float32Array(3 * count);
      applyToneToGrid(warped, tone, toned);
      const lightOf = (rgb: Float32Array, i: number) => rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
      const wanted = Array.from(shine, (share, i) => {
        const of = (colours: Float32Array) => [...colours.subarray(3 * i, 3 * i + 3)];
        const grey = lightOf(warped, i) / (lightOf(low, i) + 1e-3) - 1;
        const factors = of(gain).map((factor) => factor * (grey > 0 ? share : 1));
        const cell = { base: of(base), low: of(low), gain: factors, hue: hueShare(grey, hue[i], darkHue[i]) };
        return toneColour(of(warped), cell, grey);
      }).flat();
      expect(worst(toned, wanted)).toBeLessThan(0.01);
    }),
    { numRuns: 40 },
  ));
