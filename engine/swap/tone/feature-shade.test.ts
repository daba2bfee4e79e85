import { expect, test } from 'vitest';
import { cells, columnOf, plainGrid, rowOf } from '#tests/support/plain-grid';
import { applyToneToGrid } from '#tests/support/toned-grid';
import { Workspace } from '#engine/swap/ops/workspace';
import { fitColour } from './colour';
import { relight } from './relight';
import { warmFeatureShade } from './feature-shade';

const skin = [200, 155, 135];
const pale = [230, 195, 180];
const middle = 10 * 20 + 10;
const isDark = (cell: number) => Math.abs(rowOf(cell) - 10) < 3 && columnOf(cell) > 5 && columnOf(cell) < 14;

/** Of the middle of a dark feature in new light: before and after. @param share of the zone */
function shadeOf(dark: number[], zone: 'lids' | 'brows', share = 1): { before: number[]; after: number[] } {
  const { grid, mask } = plainGrid(
    (cell) => (isDark(cell) ? dark : skin),
    () => pale,
  );
  for (let cell = 0; cell < cells; cell++)
    if (isDark(cell)) grid[zone][cell] = grid.pigmented[cell] = grid.anyPigmented[cell] = share;
  const tone = relight(grid, mask, fitColour(grid, mask), new Workspace());
  const colour = () => {
    const toned = new Float32Array(3 * cells);
    applyToneToGrid(grid.warped, tone, toned);
    return [...toned.subarray(3 * middle, 3 * middle + 3)];
  };
  const before = colour();
  warmFeatureShade(grid, tone);
  return { before, after: colour() };
}

const redness = ([red, green]: number[]) => red / green;
const light = (rgb: number[]) => rgb[0] + rgb[1] + rgb[2];

test('deep shade on lids, red in the photo, is redder than the skin', () => {
  const { before, after } = shadeOf([82, 50, 40], 'lids');
  expect(redness(before)).toBeLessThan(1.13 * redness(pale));
  expect(redness(after)).toBeGreaterThan(1.2 * redness(pale));
  expect(Math.abs(light(after) / light(before) - 1)).toBeLessThan(0.12);
});

test('so is shade beside the hairs of brows', () => {
  const { before, after } = shadeOf([82, 50, 40], 'brows', 0.8);
  expect(redness(after)).toBeGreaterThan(1.08 * redness(before));
  expect(redness(after)).toBeGreaterThan(1.2 * redness(pale));
  expect(Math.abs(light(after) / light(before) - 1)).toBeLessThan(0.12);
});

test.each([
  ['black make-up on lids', [40, 33, 30], 'lids'],
  ['hairs of brows', [82, 50, 40], 'brows'],
] as const)('%s keep their hue', (_, dark, zone) => {
  const { before, after } = shadeOf([...dark], zone);
  after.forEach((value, k) => expect(value).toBeCloseTo(before[k], 3));
});
