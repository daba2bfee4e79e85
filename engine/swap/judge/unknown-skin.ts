import type { Grid } from '#engine/swap/geometry/grid';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp } from '#engine/swap/ops/curves';

/** Share of a cell's skin that the source shows. */
const known = { from: 0.45, all: 0.92 };
/** Share of the grid's width around a beard of the source, and of the beard there. */
const besideBeard = 0.04;
const beard = { from: 0.05, all: 0.3 };

/**
 * Where no photo of the source shows its temples, sides or forehead, the target's skin stays: skin filled from around is grey
 * and smooth beside it. Beside a beard of the source it would be a bare rim.
 * @param alpha cells; changed
 */
export function keepUnknownSkin(alpha: Float32Array, grid: Grid): void {
  const bearded = grid.beard.slice();
  boxBlur(bearded, grid.columns, grid.rows, Math.max(1, Math.round(besideBeard * grid.columns)), 2);
  for (let i = 0; i < alpha.length; i++) {
    const plain = grid.outerSkin[i] * (1 - clamp(grid.anyPigmented[i], 0, 1)) * ramp(beard.all, beard.from, bearded[i]);
    alpha[i] *= 1 - plain * (1 - ramp(known.from, known.all, grid.known[i]));
  }
}
