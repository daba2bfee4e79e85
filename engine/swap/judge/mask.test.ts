import { expect, test } from 'vitest';
import { plainGrid } from '#tests/support/plain-grid';
import type { Image } from '#engine/types';
import { buildMask } from './mask';
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
  return buildMask(grid, canvas, { image, landmarks }, 0, new Workspace()).alpha;
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
