import { expect, test } from 'vitest';
import { cells, columnOf, plainGrid } from '#tests/support/plain-grid';
import { fadeJaw } from './fade-jaw';

const fade = 0.4;

/** By column, along the middle row. */
function opacity(change: (grid: ReturnType<typeof plainGrid>['grid']) => void = () => {}): (column: number) => number {
  const { grid, mask } = plainGrid(
    () => [150, 110, 90],
    () => [150, 110, 90],
  );
  for (let cell = 0; cell < cells; cell++) grid.jawFade[cell] = columnOf(cell) < 10 ? 1 : fade;
  mask.alpha.fill(0.5);
  change(grid);
  fadeJaw(mask.alpha, grid);
  return (column) => mask.alpha[20 * 10 + column];
}

test('the new jaw fades towards its outline', () => {
  const at = opacity();
  expect(at(5)).toBe(0.5);
  expect(at(15)).toBeCloseTo(0.5 * fade, 5);
});

test('a beard of the source reaches the outline as it did', () => {
  const at = opacity((grid) => {
    for (let cell = 0; cell < cells; cell++) if (columnOf(cell) < 14) grid.beard[cell] = 1;
  });
  expect([at(13), at(14)]).toEqual([0.5, 0.5]);
  expect(at(18)).toBeCloseTo(0.5 * fade, 5);
});
