import { expect, test } from 'vitest';
import { columnOf, plainGrid, rowOf, cells } from '#tests/support/plain-grid';
import { applyToneToGrid } from '#tests/support/toned-grid';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { Workspace } from '#engine/swap/ops/workspace';
import { fitColour } from './colour';
import { keepBrowHue } from './brow-hue';
import { relight } from './relight';
import type { Tone } from './tone';

const middle = 10 * 20 + 10;
const fair = [220, 195, 180];
const isDark = (cell: number) => Math.abs(rowOf(cell) - 10) < 2 && columnOf(cell) > 3 && columnOf(cell) < 16;

interface Face {
  skin?: number[];
  targetSkin?: number[];
}

/** Red minus blue over the light, of a brow, before and after. */
function warmthOf(dark: number[], { skin = fair, targetSkin = fair }: Face) {
  const { grid, mask } = plainGrid(
    (cell) => (isDark(cell) ? dark : skin),
    () => targetSkin,
  );
  for (let cell = 0; cell < cells; cell++)
    if (isDark(cell)) grid.brows[cell] = grid.pigmented[cell] = grid.anyPigmented[cell] = 1;
  const tone = relight(grid, mask, fitColour(grid, mask), new Workspace());
  const before = colourOf(grid, tone);
  keepBrowHue(grid, tone);
  return { before: warmth(before), after: warmth(colourOf(grid, tone)) };
}

function colourOf(grid: Grid, tone: Tone): number[] {
  const toned = new Float32Array(3 * cells);
  applyToneToGrid(grid.warped, tone, toned);
  return [...toned.subarray(3 * middle, 3 * middle + 3)];
}

const warmth = ([red, green, blue]: number[]) => (3 * (red - blue)) / (red + green + blue);

test.each([
  ['fair', [180, 130, 100]],
  ['brown', [110, 76, 55]],
])('%s brows are nearly as warm as in the photo', (_, brow) => {
  const { before, after } = warmthOf(brow, {});
  expect(before).toBeLessThan(0.75 * warmth(brow));
  expect(after).toBeGreaterThan(0.8 * warmth(brow));
  expect(after).toBeLessThan(0.95 * warmth(brow));
});

test('on skin as warm as they are, brows get no warmer', () => {
  const { before, after } = warmthOf([180, 130, 100], { targetSkin: [200, 140, 105] });
  expect(before).toBeGreaterThan(warmth([180, 130, 100]));
  expect(after).toBe(before);
});

test.each([
  ['black brows', [30, 28, 31], {}],
  ['brows of burgundy', [117, 66, 62], { skin: [196, 134, 119], targetSkin: fair }],
  ['brows on skin without colour', [180, 130, 100], { targetSkin: [190, 188, 189] }],
  ['brows in blue light', [110, 76, 55], { targetSkin: [110, 130, 180] }],
  ['brows in bluer light', [110, 76, 55], { targetSkin: [60, 80, 200] }],
  ['brows of burgundy in blue light', [117, 66, 62], { skin: [196, 134, 119], targetSkin: [190, 170, 185] }],
  ['brows hardly darker than the skin', [219, 193, 176], {}],
])('%s stay as they are', (_, brow, face: Face) => {
  const { before, after } = warmthOf(brow, face);
  expect(Math.abs(after - before)).toBeLessThan(0.04);
});
