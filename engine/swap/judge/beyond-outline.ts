import type { Grid } from '#engine/swap/geometry/grid';
import { ramp } from '#engine/swap/ops/curves';

/** Probability of skin: less is hair or background. */
const other = { from: 0.5, all: 0.2 };
/** Of the zone of the target's eyes and brows, which are no skin either. */
const features = { from: 0.25, to: 0.03 };
/** Largest difference of a channel, 0–255, from what is beside the face: make-up and lashes at the temples differ more. */
const unlike = { from: 60, to: 30 };
/** Of hair or background, in cells beyond which it continues. */
const continues = 0.3;
const unseen = -1;

/**
 * Hair and background that continue into the sides of the mesh are no face: black hair, in which the net sees nothing, and
 * what lies behind where the mesh is wider than the face.
 * @param bare cells: probability of skin
 * @param cover cells, 0–1: raised where hair or background is
 */
export function coverBeyondOutline(grid: Grid, bare: Float32Array, cover: Float32Array): void {
  const { columns, covered, sides, targetFeatures } = grid;
  const { queue, origins } = beginAtOutline(grid, bare);
  for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
    const difference = largestDifference(grid.target, cell, origins[cell]);
    const share =
      sides[cell] *
      ramp(other.from, other.all, bare[cell]) *
      ramp(features.from, features.to, targetFeatures[cell]) *
      ramp(unlike.from, unlike.to, difference);
    cover[cell] = Math.max(cover[cell], share);
    if (share < continues) continue;
    for (const next of [cell - 1, cell + 1, cell - columns, cell + columns]) {
      if (origins[next] !== unseen || covered[next] === 0 || isOnRim(grid, next)) continue;
      origins[next] = origins[cell];
      queue.push(next);
    }
  }
}

/** Cells of the face that touch what is neither face nor skin. Beyond the rim of the grid nothing is known. */
function beginAtOutline(grid: Grid, bare: Float32Array): { queue: number[]; origins: Int32Array } {
  const { columns, covered } = grid;
  const queue: number[] = [];
  /** Cell beside the face from which a cell was reached. */
  const origins = new Int32Array(bare.length).fill(unseen);
  for (let cell = 0; cell < bare.length; cell++) {
    if (covered[cell] === 0 || isOnRim(grid, cell)) continue;
    for (const beside of [cell - 1, cell + 1, cell - columns, cell + columns]) {
      if (origins[cell] !== unseen || covered[beside] !== 0 || bare[beside] >= other.all) continue;
      origins[cell] = beside;
      queue.push(cell);
    }
  }
  return { queue, origins };
}

function isOnRim({ columns, rows }: Grid, cell: number): boolean {
  const column = cell % columns;
  return column === 0 || column === columns - 1 || cell < columns || cell >= columns * (rows - 1);
}

function largestDifference(rgb: Float32Array, a: number, b: number): number {
  let largest = 0;
  for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(rgb[3 * a + k] - rgb[3 * b + k]));
  return largest;
}
