import { expect, test } from 'vitest';
import { cells, plainGrid } from '#tests/support/plain-grid';
import { Workspace } from '#engine/swap/ops/workspace';
import { fitColour } from './colour';
import { scaleHue } from './colourfulness';
import { relight } from './relight';

/** Share of the hue of details. */
function hueOn(skin: readonly number[], targetSkin: readonly number[]) {
  const { grid, mask } = plainGrid(
    () => [...skin],
    () => [...targetSkin],
  );
  const tone = relight(grid, mask, fitColour(grid, mask), new Workspace());
  const before = tone.hue[cells / 2];
  scaleHue(tone);
  return tone.hue[cells / 2] / before;
}

const ruddy = [190, 120, 100];
const sallow = [215, 195, 165];

test('spots of ruddy skin are paler on sallow skin', () => {
  expect(hueOn(ruddy, sallow)).toBeLessThan(0.6);
  expect(hueOn(ruddy, sallow)).toBeGreaterThan(0.4);
});

test('on skin as colourful they keep their hue, and on more colourful skin they gain none', () => {
  expect(hueOn(ruddy, ruddy)).toBeCloseTo(1, 3);
  expect(hueOn(sallow, ruddy)).toBe(1);
});

test('on grey skin they have hardly any', () => {
  expect(hueOn(ruddy, [150, 150, 150])).toBeLessThan(0.15);
});
