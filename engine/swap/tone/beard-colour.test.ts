import { expect, test } from 'vitest';
import { cells, columnOf, plainGrid } from '#tests/support/plain-grid';
import { applyToneToGrid } from '#tests/support/toned-grid';
import { Workspace } from '#engine/swap/ops/workspace';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { keepBeardColour } from './beard-colour';
import { fitColour } from './colour';
import { relight } from './relight';
import type { Tone } from './tone';

const skin = [170, 120, 100];
const hair = [46, 38, 34];
const pale = [225, 196, 182];
/** Columns of one grid: hair, grey hair, skin, skin that shines. */
const places = { hair: 0, grey: 1, skin: 2, shine: 3 };
const colours = [hair, [105, 104, 103], skin, skin.map((value) => 1.2 * value)];

interface Face {
  source?: number[];
  target?: number[];
  colour?: number[];
  change?: (grid: Grid) => void;
}

/** Colours of the columns, as `relight` leaves them and with the beard's own colour. */
function toned({ source = skin, target = pale, colour = hair, change = () => {} }: Face) {
  const { grid: bare, mask } = plainGrid(
    () => source,
    () => target,
  );
  const share = new Float32Array(cells).fill(1);
  const grid: Grid = { ...bare, hair: { colour: [colour[0], colour[1], colour[2]], share } };
  change(grid);
  const tone = relight(grid, mask, fitColour(grid, mask), new Workspace());
  for (let cell = 0; cell < cells; cell++)
    grid.warped.set(columnOf(cell) === places.hair ? colour : colours[columnOf(cell) % 4], 3 * cell);
  const before = coloursOf(grid, tone);
  keepBeardColour(grid, tone);
  return { before, after: coloursOf(grid, tone) };
}

function coloursOf(grid: Grid, tone: Tone) {
  const result = new Float32Array(3 * cells);
  applyToneToGrid(grid.warped, tone, result);
  const at = (column: number) => [...result.subarray(3 * column, 3 * column + 3)];
  return { hair: at(places.hair), grey: at(places.grey), skin: at(places.skin), shine: at(places.shine) };
}

const light = ([red, green, blue]: number[]) => (red + green + blue) / 3;
const warmth = ([red, , blue]: number[]) => red / blue;

test('on the same skin a beard has the colour that it has in the photo', () => {
  const { before, after } = toned({ target: skin });
  for (let k = 0; k < 3; k++) expect(Math.abs(after.hair[k] - hair[k])).toBeLessThan(2);
  expect(warmth(before.hair)).toBeGreaterThan(1.3 * warmth(hair));
});

test('on paler skin a beard is not as much lighter as the skin is', () => {
  const { before, after } = toned({});
  const skins = light(pale) / light(skin);
  expect(light(before.hair)).toBeGreaterThan(skins * 1.2 * light(hair));
  expect(light(after.hair)).toBeLessThan(skins * light(hair));
  expect(light(after.hair)).toBeGreaterThan(1.22 * light(hair)); // by three quarters of the logarithm
  expect(light(after.hair)).toBeLessThan(1.5 * light(hair));
});

test('in less light a beard is as much darker as the skin is', () => {
  const { after } = toned({ target: skin.map((value) => 0.5 * value) });
  expect(light(after.hair) / light(hair)).toBeGreaterThan(0.45);
  expect(light(after.hair) / light(hair)).toBeLessThan(0.58);
});

test('hair is neither red nor blue on pale skin, and grey hair stays grey', () => {
  const { after } = toned({});
  expect(warmth(after.hair)).toBeGreaterThan(1.1);
  expect(warmth(after.hair)).toBeLessThan(1.4);
  expect(Math.abs(warmth(after.grey) - 1)).toBeLessThan(0.15);
});

test('in coloured light hair has that colour', () => {
  const { after } = toned({ target: [70, 110, 220] });
  expect(warmth(after.hair)).toBeLessThan(0.6);
});

test.each([
  ['a source in the dark', [60, 40, 32], [16, 14, 14]],
  ['dark skin', [90, 60, 45], [30, 26, 24]],
])('black hair of %s is dark and grey on pale skin', (_, source, colour) => {
  const { after } = toned({ source, colour });
  expect(light(after.hair)).toBeLessThan(0.45 * light(pale));
  expect(warmth(after.hair)).toBeGreaterThan(0.95);
  expect(warmth(after.hair)).toBeLessThan(1.4);
});

test.each([70, 50, 40, 20])('hair of a source whose light lacks blue, %i, turns neither blue nor pale', (blue) => {
  const { before, after } = toned({ source: [200, 110, blue], colour: [46, 36, Math.min(30, 0.6 * blue)] });
  expect(light(after.hair)).toBeLessThan(0.85 * light(before.hair));
  expect(warmth(after.hair)).toBeGreaterThan(0.95);
});

test('a small change of the skin’s hue is pigment in part, a large one is light', () => {
  const tintOf = (target: number[]) => {
    const { after } = toned({ source: [150, 150, 150], target, colour: [50, 50, 50] });
    return Math.log(after.hair[0] / after.hair[2]) / Math.log(target[0] / target[2]);
  };
  expect(tintOf([160, 150, 140])).toBeGreaterThan(0.4);
  expect(tintOf([160, 150, 140])).toBeLessThan(0.75);
  expect(tintOf([230, 150, 80])).toBeGreaterThan(0.7);
});

test('skin between the hairs stays as it is, and shines no more than before', () => {
  const { before, after } = toned({});
  for (const place of ['skin', 'shine'] as const)
    for (let k = 0; k < 3; k++) expect(Math.abs(after[place][k] - before[place][k])).toBeLessThan(6);
  expect(light(after.shine)).toBeLessThan(light(before.shine) + 1);
});

test.each<[string, Face]>([
  ['hair as light as the skin', { colour: [140, 105, 85] }],
  ['lips', { change: (grid) => grid.pigmented.fill(1) }],
  ['sparse hair', { change: (grid) => grid.hair!.share.fill(0) }],
])('%s keeps the tone of the skin', (_, face) => {
  const { before, after } = toned(face);
  expect(after).toEqual(before);
});
