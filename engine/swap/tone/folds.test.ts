import { expect, test } from 'vitest';
import { trueLandmarks } from '#tests/support/face-views';
import { cells, plainGrid } from '#tests/support/plain-grid';
import { mouthCorners } from '#engine/mesh/topology';
import { Workspace } from '#engine/swap/ops/workspace';
import { fitColour } from '#engine/swap/tone/colour';
import { easeFolds } from './folds';
import { relight } from './relight';

const calm = trueLandmarks('amara');
const laughing = calm.slice();
laughing[3 * mouthCorners.left] -= 0.15 * Math.abs(calm[3 * mouthCorners.left] - calm[3 * mouthCorners.right]);
laughing[3 * mouthCorners.right] += 0.15 * Math.abs(calm[3 * mouthCorners.left] - calm[3 * mouthCorners.right]);

const bearded = 30;
const plain = 200;
const skin = () => [180, 140, 120];

/** Share of the gain that stays in folds, with and without a beard. */
function staying(source: Float32Array, target: Float32Array): { skin: number; beard: number } {
  const { grid, mask } = plainGrid(skin, skin);
  const tone = relight(grid, mask, fitColour(grid, mask), new Workspace());
  const before = tone.gain.slice();
  const beard = Float32Array.from({ length: cells }, (_, cell) => (cell === bearded ? 1 : 0));
  easeFolds({ ...grid, folds: new Float32Array(cells).fill(1), beard }, tone, source, target);
  return { skin: tone.gain[3 * plain] / before[3 * plain], beard: tone.gain[3 * bearded] / before[3 * bearded] };
}

test('on a calm mouth little of the folds of a laugh stays, and most of a beard', () => {
  const { skin: folds, beard } = staying(laughing, calm);
  expect(folds).toBeLessThan(0.5);
  expect(folds).toBeGreaterThan(0.2);
  expect(beard).toBeGreaterThan(0.6);
});

test('folds stay where the target laughs as well', () => {
  expect(staying(laughing, laughing)).toEqual({ skin: 1, beard: 1 });
  expect(staying(calm, laughing)).toEqual({ skin: 1, beard: 1 });
});
