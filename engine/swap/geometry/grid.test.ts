import { expect, test } from 'vitest';
import { faceView, sampleSource } from '#tests/support/face-views';
import { eyeDistance } from '#engine/mesh/pose';
import { leftBrow, rightBrow } from '#engine/mesh/topology';
import { Workspace } from '#engine/swap/ops/workspace';
import { canvasFor } from './canvas';
import { buildGrid, type Grid } from './grid';
import { withPixels } from './pixels';
import { trianglesFromTarget } from './warp-map';

/** With the target's brows raised, in eye distances, above the place where the new face has its own. */
async function gridWithBrows(raised: number): Promise<{ feather: (vertex: number) => number }> {
  const { image, landmarks: destination } = await faceView('diego');
  const target = destination.slice();
  for (const vertex of [...leftBrow, ...rightBrow]) target[3 * vertex + 1] -= raised * eyeDistance(destination);
  const canvas = canvasFor(image, destination)!;
  const source = await sampleSource('lin');
  const placement = { target, destination, fromTarget: trianglesFromTarget(true, true, true) };
  let grid: Grid | undefined;
  withPixels(image, canvas.region, (pixels) => {
    grid = buildGrid(pixels, canvas, placement, source, new Workspace());
  });
  const { feather, columns } = grid!;
  const { region, cell } = canvas;
  const cellOf = (vertex: number) =>
    Math.floor((target[3 * vertex + 1] - region.y) / cell) * columns +
    Math.floor((target[3 * vertex] - region.x) / cell);
  return { feather: (vertex) => feather[cellOf(vertex)] };
}

test('the new face covers raised brows of the target, where its forehead fades', async () => {
  const { feather } = await gridWithBrows(0.12);
  for (const vertex of [105, 334]) expect(feather(vertex)).toBeGreaterThan(0.95);
});

test('beside the brows the forehead fades', async () => {
  const { feather } = await gridWithBrows(0.12);
  expect(feather(151)).toBeLessThan(0.8);
});
