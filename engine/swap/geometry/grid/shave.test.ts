import { expect, test } from 'vitest';
import { cells, columnOf, plainGrid, rowOf } from '#tests/support/plain-grid';
import { Workspace } from '#engine/swap/ops/workspace';
import type { Beard } from '#engine/swap/source-types';
import { shave } from './shave';

const skin = [200, 150, 130];
const hair = [40, 32, 28];
const source: Beard = { size: 0, data: new Float32Array(), skin: [180, 140, 120], hair: [40, 32, 28] };
const middle = 10 * 20 + 10;
const distance = (cell: number) => Math.max(Math.abs(columnOf(cell) - 10), Math.abs(rowOf(cell) - 10));
const isBeard = (cell: number) => distance(cell) < 4;

/** Seen as a beard up to 4 cells from the middle, and painted by `warped`. */
function bearded(warped: (cell: number) => number[]) {
  const { grid } = plainGrid(warped, () => skin);
  for (let cell = 0; cell < cells; cell++) if (isBeard(cell)) grid.beard[cell] = 1;
  return grid;
}

const sum = (rgb: Iterable<number>) => [...rgb].reduce((a, b) => a + b);

const dark = (cell: number) => (isBeard(cell) ? hair : skin);

test('below a beard lies the skin from around it', () => {
  const grid = bearded(dark);
  shave(grid, source, new Workspace());
  for (let i = 0; i < grid.warped.length; i++) expect(Math.abs(grid.warped[i] - skin[i % 3])).toBeLessThan(1);
});

test('hairs around a beard do not darken that skin', () => {
  const grid = bearded((cell) => (distance(cell) === 4 ? [80, 60, 52] : dark(cell)));
  shave(grid, source, new Workspace());
  for (let cell = 0; cell < cells; cell++)
    if (isBeard(cell)) expect(grid.warped[3 * cell]).toBeGreaterThan(0.97 * skin[0]);
});

test('stubble beside a moustache is no dense hair', () => {
  const isMoustache = (cell: number) => isBeard(cell) && rowOf(cell) < 10;
  const stubble = skin.map((value) => 0.85 * value);
  const grid = bearded((cell) => (isMoustache(cell) ? hair : isBeard(cell) ? stubble : skin));
  const { share } = shave(grid, source, new Workspace())!;
  expect(share[middle - 2 * 20]).toBe(1);
  expect(share[middle + 3 * 20]).toBe(0);
});

test('grey hairs between dark ones are dense hair', () => {
  const grid = bearded((cell) => (isBeard(cell) && cell % 2 === 0 ? [110, 110, 110] : dark(cell)));
  const { share } = shave(grid, source, new Workspace())!;
  for (const cell of [middle, middle + 1, middle + 20]) expect(share[cell]).toBe(1);
});

test('lips and brows are no skin to fill from', () => {
  const isLip = (cell: number) => distance(cell) >= 4 && distance(cell) < 7 && rowOf(cell) > 10;
  const grid = bearded((cell) => (isLip(cell) ? [150, 60, 60] : dark(cell)));
  for (let cell = 0; cell < cells; cell++) if (isLip(cell)) grid.pigmented[cell] = 1;
  shave(grid, source, new Workspace());
  for (let cell = 0; cell < cells; cell++)
    if (isBeard(cell)) expect(grid.warped[3 * cell + 1]).toBeGreaterThan(0.95 * skin[1]);
});

test.each([0, 1, 2, 5])('with %i columns of bare skin in the picture, the beard lies on skin', (columns) => {
  const { grid } = plainGrid(
    (cell) => (columnOf(cell) < columns ? skin : hair),
    () => skin,
  );
  for (let cell = 0; cell < cells; cell++) grid.beard[cell] = columnOf(cell) < columns ? 0 : 1;
  const { share } = shave(grid, source, new Workspace())!;
  for (let k = 0; k < 3; k++) {
    expect(grid.warped[3 * middle + k]).toBeGreaterThan(0.88 * skin[k]);
    expect(grid.warped[3 * middle + k]).toBeLessThan(1.05 * skin[k]);
  }
  expect(share[middle]).toBe(1);
});

test('a beard without dark hair is shaved, too', () => {
  const grid = bearded((cell) => (isBeard(cell) ? [190, 140, 110] : skin));
  expect(shave(grid, { ...source, hair: undefined }, new Workspace())).toBeUndefined();
  for (let k = 0; k < 3; k++) expect(Math.abs(grid.warped[3 * middle + k] - skin[k])).toBeLessThan(1);
});

test('a red chin below stubble stays red', () => {
  const red = [185, 120, 125];
  const grid = bearded((cell) => (isBeard(cell) ? red : skin));
  shave(grid, { ...source, hair: undefined }, new Workspace());
  const [, green, blue] = grid.warped.subarray(3 * middle, 3 * middle + 3);
  expect(blue / green).toBeCloseTo(red[2] / red[1], 2);
  expect(sum(grid.warped.subarray(3 * middle, 3 * middle + 3))).toBeCloseTo(sum(skin), -1);
});

test('white hairs make a beard no darker', () => {
  const grid = bearded((cell) => (isBeard(cell) ? (cell % 2 === 0 ? [250, 250, 250] : [150, 115, 100]) : skin));
  const { share } = shave(grid, source, new Workspace())!;
  expect(share[middle]).toBeLessThan(0.1);
});

test('what stays the target’s, and what is not covered, is not shaved', () => {
  const grid = bearded(dark);
  grid.fromTarget[middle] = 1;
  grid.covered[middle + 1] = 0;
  const { share } = shave(grid, source, new Workspace())!;
  for (const cell of [middle, middle + 1]) {
    expect([...grid.warped.subarray(3 * cell, 3 * cell + 3)]).toEqual(hair);
    expect(share[cell]).toBe(0);
  }
});

/** Of 120 cells a side: a beard below the middle, with `local` skin above. */
function large(local: number[]) {
  const side = 120;
  const from = 60 * side;
  const { grid } = plainGrid(
    (cell) => (cell < from ? local : hair),
    () => local,
    side,
  );
  grid.beard.fill(1, from);
  return { grid, side, from };
}

test('skin that is seen decides, and not the mean of the face', () => {
  const local = [100, 75, 65];
  const { grid, side } = large(local);
  shave(grid, source, new Workspace());
  const chin = 3 * (118 * side + 60);
  for (let k = 0; k < 3; k++) expect(Math.abs(grid.warped[chin + k] - local[k])).toBeLessThan(2);
});

test('hairs up to a fiftieth of the width beside a beard do not darken the skin below it', () => {
  const { grid, side, from } = large(skin);
  const rowsOfHairs = 2;
  grid.warped.subarray(3 * (from - rowsOfHairs * side), 3 * from).fill(60);
  shave(grid, source, new Workspace());
  expect(Math.abs(grid.warped[3 * (from + 5 * side + 60)] - skin[0])).toBeLessThan(2);
});

test('stubble a twentieth of the width away from dense hair is none', () => {
  const { grid, side, from } = large(skin);
  const denseRows = 15;
  for (let at = 3 * (from + denseRows * side); at < grid.warped.length; at++) grid.warped[at] = 0.9 * skin[at % 3];
  const { share } = shave(grid, source, new Workspace())!;
  const shareAt = (row: number) => share[from + row * side + 60];
  expect(shareAt(denseRows - 8)).toBe(1);
  expect(shareAt(denseRows + 6)).toBe(0);
});

test('hair that no photo shows does not count, but that of the chin hangs beyond what is shown', () => {
  const { grid, side, from } = large(skin);
  const seenRows = 30;
  grid.known.fill(0, from + seenRows * side);
  const shareAt = (row: number) => shave(grid, source, new Workspace())!.share[from + row * side + 60];
  expect(shareAt(seenRows - 2)).toBe(1);
  expect(shareAt(seenRows + 2)).toBe(0);
  const onChin = large(skin);
  onChin.grid.known.set(grid.known);
  onChin.grid.chin.fill(1);
  const { share } = shave(onChin.grid, source, new Workspace())!;
  expect(share[from + (seenRows + 4) * side + 60]).toBe(1);
  expect(share[from + (seenRows + 8) * side + 60]).toBe(0);
});
