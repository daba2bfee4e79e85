import { expect, test } from 'vitest';
import { cells, columnOf, plainGrid, rowOf } from '#tests/support/plain-grid';
import { applyToneToGrid } from '#tests/support/toned-grid';
import { Workspace } from '#engine/swap/ops/workspace';
import { fitColour } from './colour';
import { easeLidHue } from './lid-hue';
import { relight } from './relight';

const skin = [200, 155, 135];
const violet = [120, 85, 125];
const middle = 10 * 20 + 10;
const isLid = (cell: number) => Math.abs(rowOf(cell) - 10) < 3 && columnOf(cell) > 5 && columnOf(cell) < 14;

test.each([
  ['the source', 0, 0.45, 0.65],
  ['the target', 1, 1, 1],
])('violet lids of %s: share of their hue beside the skin’s that stays', (_whose, fromTarget, least, most) => {
  const { grid, mask } = plainGrid(
    (cell) => (isLid(cell) ? violet : skin),
    () => skin,
  );
  for (let cell = 0; cell < cells; cell++) {
    if (!isLid(cell)) continue;
    grid.lids[cell] = grid.pigmented[cell] = grid.anyPigmented[cell] = 1;
    grid.fromTarget[cell] = fromTarget;
  }
  const tone = relight(grid, mask, fitColour(grid, mask), new Workspace());
  const violetness = () => {
    const toned = new Float32Array(3 * cells);
    applyToneToGrid(grid.warped, tone, toned);
    const [, green, blue] = toned.subarray(3 * middle, 3 * middle + 3);
    return blue / green - skin[2] / skin[1];
  };
  const before = violetness();
  easeLidHue(grid, tone);
  const stays = violetness() / before;
  expect(stays).toBeGreaterThanOrEqual(least);
  expect(stays).toBeLessThanOrEqual(most);
});
