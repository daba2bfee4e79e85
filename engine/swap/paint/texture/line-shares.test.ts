import { expect, test } from 'vitest';
import { copyIn, withScratch } from '#engine/kernels/memory';
import { lineShares } from './line-shares';

const side = 96;
const canvas = { region: { x: 0, y: 0, width: side, height: side }, cell: 2, columns: 48, rows: 48 };
const middle = 24 * 48 + 24;

/** Deterministic, −1 to 1, of two pixels. */
const grainAt = (x: number, y: number): number =>
  ((Math.imul((x >> 1) * 7919 + (y >> 1) * 104729, 0x45d9f3b) >>> 8) % 2001) / 1000 - 1;

/** Of the cell in the middle. */
function lineShare(textureAt: (x: number, y: number) => number): number {
  const texture = Float32Array.from({ length: side * side }, (_, i) => textureAt(i % side, Math.floor(i / side)));
  const pixels = { width: side, height: side } as Parameters<typeof lineShares>[1];
  return withScratch(() => lineShares(copyIn(texture), pixels, canvas, 3)[middle]!);
}

test('grain has no lines', () => {
  expect(lineShare(grainAt)).toBeLessThan(0.1);
});

test.each([0, 30, 45, 90, 120])('a line of %s° is one', (degrees) => {
  const angle = (degrees * Math.PI) / 180;
  const away = (x: number, y: number) => Math.abs((x - 48) * Math.sin(angle) - (y - 48) * Math.cos(angle));
  expect(lineShare((x, y) => grainAt(x, y) - (away(x, y) < 1.5 ? 5 : 0))).toBeGreaterThan(0.8);
});

test('a spot is none', () => {
  expect(lineShare((x, y) => grainAt(x, y) - (Math.hypot(x - 48, y - 48) < 3 ? 5 : 0))).toBeLessThan(0.2);
});
