import { expect, test } from 'vitest';
import { plainGrid } from '#tests/support/plain-grid';
import { coverBrows } from './cover-brows';

const side = 100;
/** Rows of the brow's zone, which begins with a soft edge, and of its hair, whose upper edge lies above the zone. */
const [softEdge, zone, zoneEnds] = [48, 52, 58];
const [hairBegins, hairEnds] = [47, 57];
/** Columns of the brow. */
const [from, to] = [40, 60];
const skin = [200, 150, 120];
const dark = [80, 60, 50];

interface Picture {
  /** Of the target, by row and column. */
  isHair?: (row: number, column: number) => boolean;
  /** How much the new face shows before. */
  feather?: number;
  /** Where the new face lies. */
  covered?: number;
}

const brow = (row: number) => row >= hairBegins && row < hairEnds;

function cover({ isHair = brow, feather = 0.3, covered = 1 }: Picture) {
  const place = (cell: number) => [Math.floor(cell / side), cell % side];
  const { grid } = plainGrid(
    () => skin,
    (cell) => {
      const [row, column] = place(cell);
      return column >= from && column < to && isHair(row, column) ? dark : skin;
    },
    side,
  );
  grid.feather.fill(feather);
  grid.covered.fill(covered);
  const brows = Float32Array.from({ length: side * side }, (_, cell) => {
    const [row, column] = place(cell);
    if (column < from || column >= to || row < softEdge || row >= zoneEnds) return 0;
    return row < zone ? 0.2 : 1;
  });
  coverBrows(grid, brows);
  const at = (plane: Float32Array) => (row: number) => plane[row * side + (from + to) / 2];
  return { feather: at(grid.feather), pigmented: at(grid.anyPigmented) };
}

test('hair above the zone of a brow is covered, and not taken for skin', () => {
  const { feather, pigmented } = cover({});
  expect(feather(hairBegins)).toBeGreaterThan(0.85);
  expect(feather(softEdge)).toBeGreaterThan(0.95);
  expect(feather(zone)).toBe(1);
  expect(pigmented(hairBegins)).toBeGreaterThan(0.85);
});

test('what is covered ends softly a few cells above', () => {
  const { feather } = cover({});
  const rows = [3, 4, 5, 6, 7].map((above) => feather(hairBegins - above));
  expect(rows[0]).toBeLessThan(1);
  for (let i = 1; i < rows.length; i++) expect(rows[i - 1] - rows[i]).toBeLessThan(0.3);
  expect(feather(hairBegins - 9)).toBeCloseTo(0.3, 5);
});

test('without hair, the forehead fades at the edge of the zone', () => {
  const { feather, pigmented } = cover({ isHair: () => false });
  expect(feather(softEdge)).toBeCloseTo(0.3, 5);
  expect(pigmented(softEdge)).toBe(0);
  expect(feather(zone)).toBe(1);
});

test('hair of the head, which has no skin above it, stays', () => {
  const { feather, pigmented } = cover({ isHair: (row) => row < hairEnds });
  expect(feather(softEdge)).toBeCloseTo(0.3, 5);
  expect(pigmented(softEdge)).toBe(0);
});

test('below a fringe with skin between, the brow is covered all the same', () => {
  const { feather } = cover({ isHair: (row) => brow(row) || row < 35 });
  expect(feather(hairBegins)).toBeGreaterThan(0.85);
});

test('dark lines of the forehead, away from the brow, stay', () => {
  const { feather } = cover({ isHair: (row) => row >= 32 && row < 36 });
  expect(feather(34)).toBeCloseTo(0.3, 5);
});

test('where the new face does not fade, light is taken as before', () => {
  expect(cover({ feather: 1 }).pigmented(hairBegins)).toBe(0);
});

test('nothing changes outside of the new face', () => {
  const { feather, pigmented } = cover({ covered: 0 });
  expect(feather(softEdge)).toBeCloseTo(0.3, 5);
  expect(pigmented(softEdge)).toBe(0);
});
