import { expect, test } from 'vitest';
import { plainGrid } from '#tests/support/plain-grid';
import { besideNoses } from './moustache';

const side = 100;
const skin = () => [180, 140, 120];

test('a moustache ends before a nose and thins out towards it', () => {
  const { grid } = plainGrid(skin, skin, side);
  const lowest = side / 2;
  grid.noses.forEach((_, cell) => (grid.noses[cell] = Math.floor(cell / side) <= lowest ? 1 : 0));
  const near = besideNoses(grid);
  const below = (rows: number) => near[(lowest + rows) * side + side / 2];
  expect([below(-10), below(0), below(12)]).toEqual([1, 1, 0]);
  for (let rows = 1; rows < 12; rows++) {
    expect(below(rows)).toBeLessThanOrEqual(below(rows - 1));
    expect(below(rows - 1) - below(rows)).toBeLessThan(0.5);
  }
});
