import { expect, test } from 'vitest';
import { faceView, sampleSource, withMasks } from '#tests/support/face-views';
import { plainGrid } from '#tests/support/plain-grid';
import type { Image } from '#engine/types';
import { canvasFor } from '#engine/swap/geometry/canvas';
import { buildGrid } from '#engine/swap/geometry/grid/grid';
import { withPixels } from '#engine/swap/geometry/pixels';
import { trianglesFromTarget } from '#engine/swap/geometry/warp-map';
import { buildMask } from './mask';
import { keptHair } from './kept-hair';
import { Workspace } from '#engine/swap/ops/workspace';

const side = 40;
const region = { x: 0, y: 0, width: side, height: side };
const canvas = { region, cell: 1, columns: side, rows: side };
const skin = [180, 140, 120];
const middle = (column: number) => (side / 2) * side + column;

function alphaOver(target: (cell: number) => number[], feather: (cell: number) => number): Float32Array {
  const { grid } = plainGrid(() => skin, target, side);
  grid.feather.forEach((_, cell) => (grid.feather[cell] = feather(cell)));
  const image: Image = { width: side, height: side, data: Uint8Array.from(grid.target) };
  const landmarks = Float32Array.from(
    { length: 3 * 478 },
    (_, i) => [((i * 7) % 36) + 2, ((i * 11) % 36) + 2, 0][i % 3],
  );
  return buildMask(grid, canvas, { image, landmarks }, { beard: 1, moustache: 0 }, new Workspace()).alpha;
}

test('the new face fades in over a narrow seam', () => {
  const alpha = alphaOver(
    () => skin,
    (cell) => ((cell % side) - 5) / 25,
  );
  expect(alpha[middle(5)]).toBe(0);
  expect(alpha[middle(15)]).toBeGreaterThan(0.5);
  expect(alpha[middle(23)]).toBeCloseTo(1, 2);
});

test('the new face ends at the edge of an occluder', () => {
  const alpha = alphaOver(
    (cell) => (cell % side < 14 ? [74, 107, 82] : skin),
    () => 1,
  );
  for (let column = 4; column < 14; column++) expect(alpha[middle(column)]).toBeLessThan(0.2);
  expect(alpha[middle(18)]).toBeGreaterThan(0.9);
});

test('the moustache behind a nose is painted over, and compared with no skin', async () => {
  const view = await withMasks(await faceView('otto'));
  const { image, landmarks } = view;
  const around = canvasFor(image, landmarks)!;
  const deformation = { target: landmarks, destination: landmarks, fromTarget: trianglesFromTarget(true, true, true) };
  const source = await sampleSource('freya');
  let [painted, compared, count] = [0, 0, 0];
  withPixels(image, around.region, (pixels) => {
    const grid = buildGrid(pixels, around, deformation, source, new Workspace());
    grid.noses.fill(1);
    const mask = buildMask(grid, around, view, keptHair(view, 0), new Workspace());
    for (const vertex of [164, 167, 393]) {
      const column = Math.floor((landmarks[3 * vertex] - around.region.x) / around.cell);
      const row = Math.floor((landmarks[3 * vertex + 1] - around.region.y) / around.cell);
      painted += mask.alpha[row * around.columns + column];
      compared += mask.skin[row * around.columns + column];
      count++;
    }
  });
  expect(painted / count).toBeGreaterThan(0.9);
  expect(compared / count).toBeLessThan(0.2);
});
