import fc from 'fast-check';
import { expect, test } from 'vitest';
import { yuv420Bytes, type Yuv420Frame, type Window } from '#engine/ffmpeg/yuv-frame';
import { applyRgbChange, toRgb, toSmallRgb } from '#engine/ffmpeg/yuv-colour';
import { seededRandom } from '#tests/support/seeded-random';

const [WIDTH, HEIGHT] = [48, 32];
const even = (most: number) => fc.integer({ min: 1, max: most / 2 }).map((half) => 2 * half);
const windows = fc
  .record({ width: even(WIDTH), height: even(HEIGHT), right: fc.nat(), down: fc.nat() })
  .map(({ width, height, right, down }): Window => {
    const [left, top] = [(right % (WIDTH - width + 1)) & ~1, (down % (HEIGHT - height + 1)) & ~1];
    return { left, top, width, height };
  });

function noise(seed: number): Yuv420Frame {
  const next = seededRandom(seed);
  const data = Uint8Array.from({ length: yuv420Bytes(WIDTH, HEIGHT) }, () => 256 * next());
  return { width: WIDTH, height: HEIGHT, matrix: 'bt709', data };
}

/** As RGB, by mean luma and chroma. */
function colourOf({ data }: Yuv420Frame, left: number, top: number, side: number): number[] {
  const [sums, count] = [[0, 0, 0], side * side];
  for (let y = top; y < top + side; y++)
    for (let x = left; x < left + side; x++) {
      const pair = WIDTH * HEIGHT + (y >> 1) * (WIDTH / 2) + (x >> 1);
      [y * WIDTH + x, pair, pair + (WIDTH * HEIGHT) / 4].forEach((at, i) => (sums[i] += data[at] / count));
    }
  const [light, u, v] = [(255 / 219) * (sums[0] - 16), (255 / 224) * (sums[1] - 128), (255 / 224) * (sums[2] - 128)];
  const green = 1 - 0.2126 - 0.0722;
  const fromU = 2 * (1 - 0.0722) * u;
  const fromV = 2 * (1 - 0.2126) * v;
  return [light + fromV, light - (0.0722 * fromU + 0.2126 * fromV) / green, light + fromU];
}

const asByte = (value: number) => Math.min(255, Math.max(0, value));

test.each([1, 2, 4, 8])('windows reduced %i times equal the mean of their pixels, in RGB', (side) =>
  fc.assert(
    fc.property(windows, fc.integer(), ({ left, top, width, height }, seed) => {
      const planes = noise(seed);
      const small = { left: 0, top: 0, width: (WIDTH / side) & ~1, height: (HEIGHT / side) & ~1 };
      const window = side === 1 ? { left, top, width, height } : small;
      const { data } = side === 1 ? toRgb(planes, window) : toSmallRgb(planes, window, Math.log2(side));
      let most = 0;
      for (let i = 0; i < data.length; i += 3) {
        const [x, y] = [(i / 3) % window.width, Math.floor(i / 3 / window.width)];
        const wanted = colourOf(planes, (window.left + x) * side, (window.top + y) * side, side);
        wanted.forEach((value, k) => (most = Math.max(most, Math.abs(data[i + k] - asByte(value)))));
      }
      expect(most).toBeLessThanOrEqual(0.51);
    }),
    { numRuns: 15 },
  ),
);

test('an RGB change alters luma by pixel and chroma by block, and nothing else', () =>
  fc.assert(
    fc.property(windows, fc.integer(), fc.double({ min: 0.1, max: 1, noNaN: true }), (window, seed, share) => {
      const [planes, other] = [noise(seed), noise(~seed)];
      const was = planes.data.slice();
      const [before, after] = [toRgb(planes, window).data, toRgb(other, window).data];
      applyRgbChange(planes, window, before, after, share);
      const inside = (x: number, y: number) =>
        x >= window.left && x < window.left + window.width && y >= window.top && y < window.top + window.height;
      const changeAt = (x: number, y: number) => {
        const at = 3 * ((y - window.top) * window.width + x - window.left);
        const [r, g, b] = [0, 1, 2].map((k) => share * (after[at + k] - before[at + k]));
        return { r, b, light: 0.2126 * r + 0.7152 * g + 0.0722 * b };
      };
      for (let y = 0; y < HEIGHT; y++)
        for (let x = 0; x < WIDTH; x++) {
          const light = inside(x, y) ? (219 / 255) * changeAt(x, y).light : 0;
          expect(Math.abs(planes.data[y * WIDTH + x] - asByte(was[y * WIDTH + x] + light))).toBeLessThanOrEqual(0.51);
        }
      const pairs = (WIDTH * HEIGHT) / 4;
      for (let pair = 0; pair < pairs; pair++) {
        const [x, y] = [2 * (pair % (WIDTH / 2)), 2 * Math.floor(pair / (WIDTH / 2))];
        const four = [0, 1, 2, 3].map((n) => [x + (n & 1), y + (n >> 1)] as const);
        const changes = inside(x, y) ? four.map(([column, row]) => changeAt(column, row)) : [];
        const mean = (of: (change: { r: number; b: number; light: number }) => number) =>
          changes.reduce((sum, change) => sum + of(change) / 4, 0) * (224 / 255 / 2);
        const [u, v] = [
          mean(({ b, light }) => (b - light) / (1 - 0.0722)),
          mean(({ r, light }) => (r - light) / 0.7874),
        ];
        const at = WIDTH * HEIGHT + pair;
        expect(Math.abs(planes.data[at] - asByte(was[at] + u))).toBeLessThanOrEqual(0.51);
        expect(Math.abs(planes.data[at + pairs] - asByte(was[at + pairs] + v))).toBeLessThanOrEqual(0.51);
      }
    }),
    { numRuns: 25 },
  ));
