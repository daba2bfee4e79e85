import type { Grid } from '#engine/swap/geometry/grid/grid';
import { allocate, copyIn, doublesAt, kernels, withScratch } from '#engine/kernels/memory';
import { ramp } from '#engine/swap/ops/curves';

/** Share of the grid's width: an eye in its socket or laughing lips. */
const thickestFeature = 0.13;

/** Addresses of planes. */
export interface Known {
  /** Skin probability. */
  readonly bare: number;
  /** 0–1. */
  readonly beard: number;
  /** Zone of the lips. */
  readonly lips: number;
}

/**
 * Of another colour than skin and thicker than any feature, such as a microphone.
 * @param cover address of a plane, written: 1 where covered.
 */
export function findOccluders(grid: Grid, known: Known, cover: number): void {
  const { columns, rows } = grid;
  const cells = columns * rows;
  const radius = Math.round(0.5 * thickestFeature * columns);
  withScratch(() => {
    const lips = lipLikeness(grid, known);
    const own = allocate(4 * cells);
    const scratch = allocate(4 * cells);
    const sums = allocate(8 * (columns + 1));
    const padded = allocate(4 * (columns + 2 * radius + 8));
    const covered = copyIn(grid.covered);
    kernels().ownCells(known.bare, lips, known.beard, covered, cells, own);
    kernels().ownCells(known.bare, lips, known.beard, covered, cells, cover);
    kernels().close(cover, columns, rows, radius, scratch, padded);
    kernels().rampPlane(cover, cells, 0.7, 0.3, false);
    // Includes rounded ends, which the square kernel misses.
    kernels().boxBlur(cover, columns, rows, Math.max(1, Math.round(0.6 * radius)), 1, scratch, sums);
    kernels().coverCells(cover, own, cells);
  });
}

/** Address of a plane. As red as skin and not much darker; or the open mouth. */
function lipLikeness({ target, cheekZone, fromTarget, lids }: Grid, { bare, lips }: Known): number {
  const cells = fromTarget.length;
  const likeness = allocate(4 * cells);
  withScratch(() => {
    const rgb = copyIn(target);
    const moved = copyIn(fromTarget);
    const covered = copyIn(lids);
    const sums = allocate(8 * 4);
    kernels().sumWeighed(rgb, bare, copyIn(cheekZone), 0.5, cells, sums);
    const skin = meanOf(doublesAt(sums, 4));
    kernels().lipLikeness(rgb, lips, moved, covered, skin.redness, skin.light, cells, likeness, sums);
    const [found, area] = doublesAt(sums, 2);
    kernels().replaceNegative(likeness, ramp(0.3, 0.6, found / (area + 1)), cells);
  });
  return likeness;
}

function meanOf([weights, red, green, blue]: Float64Array): { redness: number; light: number } {
  const mass = weights + 1e-6;
  const light = (red + green + blue) / mass + 20;
  return { light, redness: (red - green) / mass / light };
}
