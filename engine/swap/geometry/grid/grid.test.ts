import { expect, test } from 'vitest';
import { faceView, sampleSource } from '#tests/support/face-views';
import { beard, painted } from '#tests/support/painted-people';
import { eyeDistance } from '#engine/mesh/pose';
import { leftBrow, rightBrow } from '#engine/mesh/topology';
import { prepareSource } from '#engine/swap/mesh-swapper';
import type { MeshSource } from '#engine/swap/source-types';
import { Workspace } from '#engine/swap/ops/workspace';
import type { Landmarks } from '#engine/types';
import { canvasFor } from '#engine/swap/geometry/canvas';
import { buildGrid, type Grid } from './grid';
import { withPixels } from '#engine/swap/geometry/pixels';
import { trianglesFromTarget } from '#engine/swap/geometry/warp-map';

/** @param change of the target's landmarks; the new face keeps them. @param unit eye distance */
async function gridWithTarget(change: (target: Landmarks, unit: number) => void, source?: MeshSource) {
  const { image, landmarks: destination } = await faceView('diego');
  const target = destination.slice();
  change(target, eyeDistance(destination));
  const canvas = canvasFor(image, destination)!;
  const shown = source ?? (await sampleSource('lin'));
  const deformation = { target, destination, fromTarget: trianglesFromTarget(true, true, true) };
  let grid: Grid | undefined;
  withPixels(image, canvas.region, (pixels) => {
    grid = buildGrid(pixels, canvas, deformation, shown, new Workspace());
  });
  const { region, cell, columns } = canvas;
  const place = (vertex: number) => [target[3 * vertex], target[3 * vertex + 1]];
  const cellAt = ([x, y]: number[]) => Math.floor((y - region.y) / cell) * columns + Math.floor((x - region.x) / cell);
  return { grid: grid!, cellAt, place, destination };
}

/** With the target's brows raised, in eye distances, above the place where the new face has its own. */
async function gridWithBrows(raised: number): Promise<{
  feather: (vertex: number) => number;
  featherAbove: (brow: number, above: number) => number;
}> {
  const { grid, cellAt, place } = await gridWithTarget((target, unit) => {
    for (const vertex of [...leftBrow, ...rightBrow]) target[3 * vertex + 1] -= raised * unit;
  });
  const { feather } = grid;
  const beyond = (from: number[], to: number[]) => from.map((value, axis) => value + 0.65 * (to[axis] - value));
  return {
    feather: (vertex) => feather[cellAt(place(vertex))],
    featherAbove: (brow, above) => feather[cellAt(beyond(place(brow), place(above)))],
  };
}

test('the new face covers raised brows of the target, where its forehead fades', async () => {
  const { feather } = await gridWithBrows(0.12);
  for (const vertex of [105, 334]) expect(feather(vertex)).toBeGreaterThan(0.95);
});

test.each([0, 0.12])('above the brows, raised by %s, the forehead fades', async (raised) => {
  const { featherAbove } = await gridWithBrows(raised);
  for (const [brow, above] of [
    [105, 104],
    [334, 333],
  ])
    expect(featherAbove(brow, above)).toBeLessThan(0.8);
});

test('the noses of both faces lie in front of a moustache', async () => {
  const [base, longer] = [94, 0.1];
  const { grid, cellAt, place, destination } = await gridWithTarget((target, unit) => {
    for (const vertex of [1, 2, 4, 19, 94, 97, 98, 326, 327, 141, 370, 99, 328, 125, 354])
      target[3 * vertex + 1] += longer * unit;
  });
  expect(grid.noses[cellAt(place(base))]).toBeGreaterThan(0.8);
  expect(grid.noses[cellAt([destination[3 * base], destination[3 * base + 1]])]).toBeGreaterThan(0.8);
});

test.each([
  ['does not fade', 255, 0.97, 1],
  ['that the net does not see fades', 0, 0.55, 0.7],
])('at the jaw a beard %s', async (_, seen, least, most) => {
  const side = 128;
  const masks = { side, beard: new Uint8Array(side ** 2).fill(seen, side ** 2 / 2) };
  const source = prepareSource([{ ...(await painted('kenji', beard)), masks }]);
  const { grid, cellAt, place } = await gridWithTarget(() => {}, source);
  const besideTheChin = grid.feather[cellAt(place(175))];
  expect(besideTheChin).toBeGreaterThanOrEqual(least);
  expect(besideTheChin).toBeLessThanOrEqual(most);
});
