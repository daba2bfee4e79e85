import { expect, test } from 'vitest';
import { plainGrid } from '#tests/support/plain-grid';
import { bytesAt } from '#engine/kernels/memory';
import { withPixels, type Pixels } from '#engine/swap/geometry/pixels';
import { lumaPlane } from '#engine/swap/judge/texture';
import { keepSkinTexture } from './skin-texture';

const side = 120;
const canvas = { region: { x: 0, y: 0, width: side, height: side }, cell: 6, columns: 20, rows: 20 };
const skin = 150;

/** Deterministic, −1 to 1, of two pixels. */
const grainAt = (i: number, seed: number): number => {
  const [x, y] = [(i % side) >> 1, Math.floor(i / side) >> 1];
  return ((Math.imul(x * 7919 + y * 104729 + seed, 0x45d9f3b) >>> 8) % 2001) / 1000 - 1;
};

interface Faces {
  target: (pixel: number) => number;
  source?: (pixel: number) => number;
  change?: (grid: ReturnType<typeof plainGrid>['grid']) => void;
  shape?: typeof canvas;
}

/** Opacity where the last painted face got no texture. */
let smooth = new Uint8Array();

/** @returns the new face's light less `skin`, per pixel */
function painted({ target, source = () => 0, change = () => {}, shape = canvas }: Faces): Float64Array {
  const { grid, mask } = plainGrid(
    () => [skin, skin, skin],
    () => [skin, skin, skin],
    shape.columns,
  );
  change(grid);
  const lightOf = (value: number) => Math.round(skin + value);
  const data = Uint8Array.from({ length: 3 * side * side }, (_, at) => lightOf(target(Math.floor(at / 3))));
  let result = new Float64Array();
  withPixels({ width: side, height: side, data }, canvas.region, (pixels: Pixels) => {
    const face = bytesAt(pixels.painted, data.length);
    face.forEach((_, at) => (face[at] = lightOf(source(Math.floor(at / 3)))));
    bytesAt(pixels.alpha, side * side).fill(255);
    const rest = keepSkinTexture(pixels, lumaPlane(pixels, pixels.original), shape, grid, mask);
    smooth = bytesAt(rest, side * side).slice();
    const after = bytesAt(pixels.painted, data.length);
    result = Float64Array.from({ length: side * side }, (_, i) => after[3 * i] - skin);
  });
  return result;
}

const grain =
  (size: number, seed = 1) =>
  (i: number) =>
    size * grainAt(i, seed);

function deviation(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ** 2;
  return Math.sqrt(sum / values.length);
}

/** −1 to 1. */
function likeness(values: Float64Array, texture: (i: number) => number): number {
  const other = Array.from(values, (_, i) => texture(i));
  const product = values.reduce((sum, value, i) => sum + value * other[i], 0) / values.length;
  return product / (deviation(values) * deviation(other) + 1e-9);
}

test('smooth skin gets the target’s own texture', () => {
  const after = painted({ target: grain(10) });
  expect(likeness(after, grain(10))).toBeGreaterThan(0.9);
  expect(deviation(after)).toBeGreaterThan(0.6 * deviation(Array.from(after, (_, i) => grain(10)(i))));
});

test('skin with as much texture of its own stays as it is', () => {
  const own = grain(10, 5);
  const after = painted({ target: grain(10), source: own });
  expect(likeness(after, own)).toBeGreaterThan(0.95);
});

test('small faces get it as well', () => {
  const shapes = [canvas.cell, 1].map((cell) => ({ ...canvas, cell, columns: side / cell, rows: side / cell }));
  const [large, small] = shapes.map((shape) => deviation(painted({ target: grain(10), shape })));
  expect(small / large).toBeGreaterThan(0.7);
  expect(small / large).toBeLessThan(1.3);
});

test('the noise of a clean target is left', () => {
  expect(deviation(painted({ target: grain(0.6), source: () => 0 }))).toBe(0);
});

test('moles, scars and wrinkles of the target hardly show', () => {
  const away = (i: number) => Math.hypot((i % side) - 60, Math.floor(i / side) - 60);
  const without = painted({ target: grain(4) });
  const after = painted({ target: (i) => (away(i) < 2 ? -90 : grain(4)(i)) });
  const differences = Array.from(after, (value, i) => (away(i) < 4 ? Math.abs(value - without[i]) : 0));
  expect(Math.max(...differences)).toBeGreaterThan(0);
  expect(Math.max(...differences)).toBeLessThan(14); // the mole's edges have a texture of 40
});

test('lines of the target’s wrinkles and nose show less than its texture', () => {
  const shape = { ...canvas, cell: 2, columns: side / 2, rows: side / 2 };
  const isLine = (i: number) => Math.abs((i % side) - 60 - 0.2 * Math.floor(i / side)) < 0.6;
  const after = painted({ target: (i) => grain(4)(i) - (isLine(i) ? 30 : 0), shape });
  const along = after.filter((_, i) => isLine(i));
  expect(Math.abs(along.reduce((sum, value) => sum + value, 0) / along.length)).toBeLessThan(1.5);
  expect(deviation(after)).toBeGreaterThan(1);
});

test.each(['anyPigmented', 'fromTarget'] as const)('%s cells get none', (zone) => {
  const after = painted({ target: grain(10), change: (grid) => grid[zone].fill(1, 200, 400) });
  const lowerHalf = after.subarray((side * side) / 2 + 12 * side);
  expect(deviation(lowerHalf)).toBe(0);
  expect(deviation(after.subarray(0, (side * side) / 2 - 12 * side))).toBeGreaterThan(2);
  const at = (row: number) => smooth[row * side + side / 2];
  expect([at(side - 12), at(12) < 128]).toEqual([255, true]); // for the grain that is added then
});

test('a smooth jaw gets it where the source has a beard that does not show, and a beard none', () => {
  const bearded = (source?: (i: number) => number) =>
    painted({ target: grain(4), source, change: (grid) => grid.beard.fill(1) });
  expect(likeness(bearded(), grain(4))).toBeGreaterThan(0.85);
  const hairs = grain(12, 5);
  expect(deviation(bearded(hairs).map((value, i) => value - Math.round(hairs(i))))).toBe(0);
});

test('skin beside a brow gets it, though the zone of the brow reaches there, and the edge of the brow none', () => {
  const inZone = (share: number) => painted({ target: grain(10), change: (grid) => grid.anyPigmented.fill(share) });
  expect(likeness(inZone(0.4), grain(10))).toBeGreaterThan(0.9);
  expect(deviation(inZone(0.8))).toBe(0);
});
