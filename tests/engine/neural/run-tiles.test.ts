import { expect, test, vi } from 'vitest';
import { loadRuntime } from '#engine/nets/runtime';
import { floatToHalf, fromHalves, halfToFloat, toHalves } from '#engine/neural/half-floats';
import { runTiles } from '#engine/neural/run-tiles';
import { tinySwapper, type TinySwapperOptions } from '#tests/support/tiny-nets';

const side = 8;
const tiles = 4;
const length = 3 * side * side * tiles;
const target = { data: Float32Array.from({ length }, (_, i) => (i % 97) / 97), dims: [tiles, 3, side, side] };
const source = { data: Float32Array.from({ length: 512 }, (_, i) => (i + 1) / 8), dims: [1, 512] };

async function runNet(options: TinySwapperOptions) {
  const { InferenceSession, Tensor } = await loadRuntime();
  const bytes = tinySwapper({ a: 0.25, b: 0.5, k: 1 }, { size: side, ...options });
  const session = await InferenceSession.create(bytes, { intraOpNumThreads: 1, logSeverityLevel: 3 });
  const run = vi.spyOn(session, 'run');
  const answer = await runTiles(session, Tensor, { target, source }, { length });
  await session.release();
  return { answer, runs: run.mock.calls.length };
}

const expected = target.data.map((value, i) => {
  const channel = Math.floor(i / side ** 2) % 3;
  return 0.25 + 0.5 * value + source.data[channel];
});

test.each<[string, TinySwapperOptions, number]>([
  ['one tile at a time', {}, tiles],
  ['any number of tiles at once', { batch: 'batch' }, 1],
  ['any number of tiles, each with its source', { batch: 'batch', sourceBatch: 'batch' }, 1],
])('a net that takes %s answers the same', async (_title, options, runs) => {
  const done = await runNet(options);
  expect(done.runs).toBe(runs);
  done.answer.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 6));
});

test.each([1, 'batch'])('a net of half floats gets and answers them, batch %s', async (batch) => {
  const { answer } = await runNet({ isHalf: true, batch });
  // Eleven bits of a number below 2.
  answer.forEach((value, i) => expect(Math.abs(value - expected[i])).toBeLessThanOrEqual(2 ** -10));
});

test.each([
  [0x3c00, 1],
  [0xc000, -2],
  [0x3555, 0.333251953125],
  [0x0001, 2 ** -24],
  [0x8000, -0],
  [0x7c00, Infinity],
  [0x7e00, NaN],
])('the half float %i is %f', (half, value) => {
  expect(halfToFloat(half)).toBe(value);
});

test('half floats are rounded to the nearest, and every half comes back', () => {
  const all = Uint16Array.from({ length: 65_536 }, (_, half) => half).filter((half) => !isNaN(halfToFloat(half)));
  expect(toHalves(fromHalves(all))).toEqual(all);
  for (let half = 0; half < 0x7bff; half += 7) {
    const [low, high] = [halfToFloat(half), halfToFloat(half + 1)];
    const middle = (low + high) / 2;
    expect(floatToHalf(middle)).toBe(half % 2 === 0 ? half : half + 1);
    expect(floatToHalf(-0.99 * middle - 0.01 * low)).toBe(0x8000 | half);
  }
  expect([65_519, 65_520, 1e9, -Infinity].map((value) => halfToFloat(floatToHalf(value)))).toEqual([
    65_504,
    Infinity,
    Infinity,
    -Infinity,
  ]);
  expect(halfToFloat(floatToHalf(NaN))).toBeNaN();
});
