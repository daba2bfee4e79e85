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
  for (let first = 0; first < shares.length; first++) {
    if (isCounted[first] === 1 || shares[first] < leastToContinue) continue;
    const area = [first];
    isCounted[first] = 1;
    let touching = 0;
    for (const cell of area) {
      touching += onOutline[cell];
      visitNeighbours(grid, cell, (next) => {
        if (isCounted[next] === 1 || shares[next] < leastToContinue) return;
        isCounted[next] = 1;
        area.push(next);
      });
    }
    const whole = ramp(alongOutline.from, alongOutline.all, touching / Math.sqrt(area.length));
    for (const cell of area) cover[cell] = Math.max(cover[cell], whole * shares[cell]);
  }
}

/** @returns cells: share of what is beside the face, and 1 where the face touches it */
function continueFromOutside(grid: Grid, bare: Float32Array): { shares: Float32Array; onOutline: Uint8Array } {
  const { covered, hairSides, targetPigmented, target } = grid;
  const shares = new Float32Array(bare.length);
  const onOutline = new Uint8Array(bare.length);
  /** A cell, and that beside the face from which it was reached. */
  const reached: [cell: number, outside: number][] = [];
  const reach = (cell: number, outside: number) => {
    if (covered[cell] === 0 || shares[cell] >= leastToContinue) return;
    const share =
      hairSides[cell] *
      ramp(noSkin.from, noSkin.all, bare[cell]) *
      ramp(beyondFeatures.from, beyondFeatures.to, targetPigmented[cell]) *
      ramp(alike.from, alike.all, largestDifference(target, cell, outside));
    if (share < leastToContinue) return;
    shares[cell] = share;
    reached.push([cell, outside]);
  };
  for (let outside = 0; outside < bare.length; outside++) {
    if (covered[outside] === 1 || bare[outside] >= noSkin.all) continue;
    visitNeighbours(grid, outside, (cell) => {
      onOutline[cell] = covered[cell];
      reach(cell, outside);
    });
  }
  for (let last = reached.pop(); last; last = reached.pop()) {
    const [cell, outside] = last;
    visitNeighbours(grid, cell, (next) => reach(next, outside));
  }
  return { shares, onOutline };
}

function visitNeighbours({ columns, rows }: Grid, cell: number, visit: (next: number) => void): void {
  const column = cell % columns;
  if (column > 0) visit(cell - 1);
  if (column < columns - 1) visit(cell + 1);
  if (cell >= columns) visit(cell - columns);
  if (cell < columns * (rows - 1)) visit(cell + columns);
}

function largestDifference(rgb: Float32Array, a: number, b: number): number {
  let largest = 0;
  for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(rgb[3 * a + k] - rgb[3 * b + k]));
  return largest;
}
