import type { Grid } from '#engine/swap/geometry/grid/grid';
import { ramp } from '#engine/swap/ops/curves';

/** Probability of skin. */
const noSkin = { from: 0.5, all: 0.2 };
/** Of the zone of the target's eyes, brows and lips, which are no skin either. */
const beyondFeatures = { from: 0.25, to: 0.03 };
/** Largest difference of a channel, 0–255, from what is beside the face: make-up and lashes at the temples differ more. */
const alike = { from: 60, all: 30 };
/** Share of hair or background from which it continues into the next cell. */
const leastToContinue = 0.3;
/** Cells on the outline over the root of all cells of an area: 2 for hair along a face, 0.2 for a shade that touches it. */
const alongOutline = { from: 0.25, all: 0.75 };

/**
 * Hair and background that continue into the sides of the mesh are no face: black hair, in which the net sees nothing, and
 * what lies behind where the mesh is wider than the face.
 * @param bare cells: probability of skin
 * @param cover cells, 0–1: raised where hair or background is
 */
export function coverBeyondOutline(grid: Grid, bare: Float32Array, cover: Float32Array): void {
  const { shares, onOutline } = continueFromOutside(grid, bare);
  const isCounted = new Uint8Array(shares.length);
  const area = new Int32Array(shares.length);
  for (let first = 0; first < shares.length; first++) {
    if (isCounted[first] === 1 || shares[first] < leastToContinue) continue;
    const size = collectArea(grid, first, shares, isCounted, area);
    let touching = 0;
    for (let n = 0; n < size; n++) touching += onOutline[area[n]];
    const whole = ramp(alongOutline.from, alongOutline.all, touching / Math.sqrt(size));
    for (let n = 0; n < size; n++) cover[area[n]] = Math.max(cover[area[n]], whole * shares[area[n]]);
  }
}

// No closures: V8 compiles each new one again.

/** Of one cell: see `findNeighbours`. */
const neighbours = new Int32Array(4);

/** @param area written: cells that touch each other. @returns how many */
function collectArea(grid: Grid, first: number, shares: Float32Array, isCounted: Uint8Array, area: Int32Array): number {
  let size = 0;
  area[size++] = first;
  isCounted[first] = 1;
  for (let n = 0; n < size; n++) {
    const found = findNeighbours(grid, area[n]);
    for (let k = 0; k < found; k++) {
      const next = neighbours[k];
      if (isCounted[next] === 1 || shares[next] < leastToContinue) continue;
      isCounted[next] = 1;
      area[size++] = next;
    }
  }
  return size;
}

/** @returns cells: share of what is beside the face, and 1 where the face touches it */
function continueFromOutside(grid: Grid, bare: Float32Array): { shares: Float32Array; onOutline: Uint8Array } {
  const { covered } = grid;
  const shares = new Float32Array(bare.length);
  const onOutline = new Uint8Array(bare.length);
  /** Cells, each at most once, and those beside the face from which they were reached. */
  const [reached, origins] = [new Int32Array(bare.length), new Int32Array(bare.length)];
  let count = 0;
  for (let outside = 0; outside < bare.length; outside++) {
    if (covered[outside] === 1 || bare[outside] >= noSkin.all) continue;
    const found = findNeighbours(grid, outside);
    for (let k = 0; k < found; k++) {
      const cell = neighbours[k];
      onOutline[cell] = covered[cell];
      if (!continuesInto(grid, bare, cell, outside, shares)) continue;
      reached[count] = cell;
      origins[count++] = outside;
    }
  }
  while (count > 0) {
    const outside = origins[--count];
    const found = findNeighbours(grid, reached[count]);
    for (let k = 0; k < found; k++) {
      if (!continuesInto(grid, bare, neighbours[k], outside, shares)) continue;
      reached[count] = neighbours[k];
      origins[count++] = outside;
    }
  }
  return { shares, onOutline };
}

/** For the first time. @param shares written */
function continuesInto(
  { covered, hairSides, targetPigmented, target }: Grid,
  bare: Float32Array,
  cell: number,
  outside: number,
  shares: Float32Array,
): boolean {
  if (covered[cell] === 0 || hairSides[cell] === 0 || shares[cell] >= leastToContinue) return false;
  const share =
    hairSides[cell] *
    ramp(noSkin.from, noSkin.all, bare[cell]) *
    ramp(beyondFeatures.from, beyondFeatures.to, targetPigmented[cell]) *
    ramp(alike.from, alike.all, largestDifference(target, cell, outside));
  if (share < leastToContinue) return false;
  shares[cell] = share;
  return true;
}

/** Written to `neighbours`. @returns how many */
function findNeighbours({ columns, rows }: Grid, cell: number): number {
  const column = cell % columns;
  let count = 0;
  if (column > 0) neighbours[count++] = cell - 1;
  if (column < columns - 1) neighbours[count++] = cell + 1;
  if (cell >= columns) neighbours[count++] = cell - columns;
  if (cell < columns * (rows - 1)) neighbours[count++] = cell + columns;
  return count;
}

function largestDifference(rgb: Float32Array, a: number, b: number): number {
  let largest = 0;
  for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(rgb[3 * a + k] - rgb[3 * b + k]));
  return largest;
}
