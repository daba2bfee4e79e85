import { expect, test } from 'vitest';
import { plainGrid } from '#tests/support/plain-grid';
import { copyIn, floatsAt, withScratch } from '#engine/kernels/memory';
import { keepSkinWithinBeard } from './skin-within-beard';

const side = 100;
const skin = () => [180, 140, 120];

/** Of the middle row, with beard outside of columns `from` to `to`. @param zone of the lines of a laugh */
function keptWithin(from: number, to: number, zone = 1): (column: number) => number {
  const { grid } = plainGrid(skin, skin, side);
  grid.laughLines.fill(zone);
  const beard = grid.beard.map((_, cell) => (cell % side < from || cell % side > to ? 1 : 0));
  return withScratch(() => {
    const address = copyIn(beard);
    keepSkinWithinBeard(address, grid);
    const row = floatsAt(address, side * side).slice((side / 2) * side, (side / 2 + 1) * side);
    return (column: number) => row[column];
  });
}

test('a narrow patch of skin within a beard stays, a wide one and what is beside a beard do not', () => {
  expect(keptWithin(47, 53)(50)).toBe(1);
  expect(keptWithin(40, 60)(50)).toBe(0);
  expect(keptWithin(50, side)(52)).toBe(0);
});

test('elsewhere the new skin is painted', () => {
  expect(keptWithin(47, 53, 0)(50)).toBe(0);
  expect(keptWithin(47, 53, 0.5)(50)).toBeCloseTo(0.5);
});

test('beard is changed nowhere', () => {
  const at = keptWithin(47, 53);
  for (const column of [10, 46, 54, 90]) expect(at(column)).toBe(1);
});
