import { expect, test } from 'vitest';
import { cells, columnOf, plainGrid } from '#tests/support/plain-grid';
import { keepUnknownSkin } from './unknown-skin';

/** Known in the left half. */
function opacity(change: (grid: ReturnType<typeof plainGrid>['grid']) => void = () => {}): (column: number) => number {
  const { grid, mask } = plainGrid(
    () => [150, 110, 90],
    () => [150, 110, 90],
  );
  grid.outerSkin.fill(1);
  for (let cell = 0; cell < cells; cell++) grid.known[cell] = columnOf(cell) < 10 ? 1 : 0;
  change(grid);
  keepUnknownSkin(mask.alpha, grid);
  return (column) => mask.alpha[20 * 10 + column];
}

test('the target’s skin stays where the source shows none', () => {
  const at = opacity();
  expect([at(5), at(15)]).toEqual([1, 0]);
});

test('features of either face, and the middle of the face, are replaced all the same', () => {
  expect(opacity((grid) => grid.anyPigmented.fill(1))(15)).toBe(1);
  expect(opacity((grid) => grid.outerSkin.fill(0))(15)).toBe(1);
});

test('beside a beard of the source no bare skin stays', () => {
  const at = opacity((grid) => {
    for (let cell = 0; cell < cells; cell++) if (columnOf(cell) < 14) grid.beard[cell] = 1;
  });
  expect([at(13), at(14), at(18)]).toEqual([1, 1, 0]);
});
