import { expect, test } from 'vitest';
import { cells, columnOf, plainGrid, rowOf } from '#tests/support/plain-grid';
import { uncoverBrows } from './brows-above-rims';

const side = Math.sqrt(cells);
const [skin, black, shine] = [180, 15, 200];

interface Picture {
  hair?: number;
  rim?: number;
  /** First row of the zone, whose last is 7. */
  browsFrom?: number;
  /** First row of dark lenses, which the net takes for rims as well. */
  lensFrom?: number;
  /** Light at a place where it differs. */
  other?: (row: number, column: number) => number | undefined;
}

/** Rows 4 and 5 are a brow, 6 to 8 a rim of glasses, 10 and below the cheek; the net takes rows 3 to 9 for the rim. */
function rimsAfter({ hair = 90, rim = black, browsFrom = 2, lensFrom = side, other }: Picture = {}): (
  row: number,
  column?: number,
) => number {
  const usual = (row: number) => (row > 5 && row < 9 ? rim : row === 4 || row === 5 ? hair : skin);
  const light = (cell: number) => other?.(rowOf(cell), columnOf(cell)) ?? usual(rowOf(cell));
  const { grid } = plainGrid(
    () => [skin, skin, skin],
    (cell) => Array.from({ length: 3 }, () => light(cell)),
  );
  const rims = new Float32Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    const row = rowOf(cell);
    rims[cell] = row >= 3 && row <= 9 ? 0.9 : 0;
    grid.targetBrows[cell] = row >= browsFrom && row <= 7 ? 1 : 0;
    grid.cheekZone[cell] = row >= 10 ? 1 : 0;
  }
  const lenses = Float32Array.from({ length: cells }, (_, cell) => (rowOf(cell) >= lensFrom ? 1 : 0));
  uncoverBrows(rims, lenses, grid);
  return (row, column = side / 2) => rims[row * side + column];
}

const untouched = 0.9;
const isRim = (value: number) => expect(value).toBeCloseTo(untouched, 5);

test('a brow above dark rims is no rim, and the rims stay whole', () => {
  const rims = rimsAfter();
  for (const row of [3, 4, 5]) expect(rims(row)).toBeLessThan(0.01);
  for (const row of [6, 7, 8, 9]) isRim(rims(row));
});

test('a cell that is partly rim is released in part, without a jump', () => {
  const released = [26, 28, 30, 32, 34].map(
    (light) => untouched - rimsAfter({ other: (row) => (row === 5 ? light : undefined) })(5),
  );
  const steps = released.slice(1).map((value, i) => value - released[i]);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps)).toBeLessThan(0.35);
  expect(released[4] - released[0]).toBeGreaterThan(0.3);
});

test('the fewer columns show the edge, the less is released, without a jump', () => {
  const released = [7, 8, 9, 10, 11].map((reflecting) => {
    const other = (row: number, column: number) => (row > 5 && row < 9 && column < reflecting ? skin : undefined);
    return untouched - rimsAfter({ hair: 140, other })(4, side - 1);
  });
  const steps = released.slice(1).map((value, i) => released[i] - value);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps)).toBeLessThan(0.35);
  expect(released[0] - released[4]).toBeGreaterThan(0.6);
});

test.each([
  ['below', (row: number) => (row > 6 && row < 9 ? shine : undefined)],
  ['on', (row: number) => (row === 6 ? 2 * shine : undefined)],
])('what shines %s the edge of a rim belongs to it', (_where, other) => {
  const rims = rimsAfter({ other });
  for (const row of [6, 7, 8]) isRim(rims(row));
});

test('where a rim reflects, its edge is that of the columns beside it', () => {
  const rims = rimsAfter({ other: (row, column) => (row > 5 && row < 9 && column === 10 ? shine : undefined) });
  expect(rims(4, 10)).toBeLessThan(0.01);
  for (const row of [6, 7, 8]) isRim(rims(row, 10));
});

test('a tuft of hair as dark as the rims goes with the brow', () => {
  const rims = rimsAfter({ other: (row, column) => (row > 2 && row < 6 && column === 10 ? black : undefined) });
  expect(rims(4, 10)).toBeLessThan(0.01);
});

test.each([
  ['rims that are as pale as shadows', { rim: 120, hair: 160 }],
  [
    'rims that reflect nearly everywhere',
    { hair: 140, other: (row: number, x: number) => (row > 5 && row < 9 && x % 3 > 0 ? shine : undefined) },
  ],
  ['what is no brow', { browsFrom: 5 }],
  [
    'pale rims of sunglasses',
    { rim: 120, lensFrom: 8, other: (row: number) => (row === 8 || row === 9 ? black : undefined) },
  ],
])('%s are left to the net', (_what, picture) => {
  const rims = rimsAfter(picture);
  for (const row of [3, 4]) isRim(rims(row));
});
