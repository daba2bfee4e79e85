import type { Grid } from '#engine/swap/geometry/grid/grid';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';
import { hasAny } from '#engine/swap/ops/has-any';

/** Share of the grid's width around a beard of the source, and of the beard there. */
const reach = 0.04;
const beard = { from: 0.05, all: 0.3 };

/**
 * Where the target's skin may stay: on and beside a beard of the source it would be a bare rim.
 * @returns cells: 0 on and beside the beard, 1 elsewhere
 */
export function awayFromBeard(grid: Grid): Float32Array {
  const shares = grid.beard.slice();
  if (!hasAny(shares)) return shares.fill(1);
  boxBlur(shares, grid.columns, grid.rows, Math.max(1, Math.round(reach * grid.columns)), 2);
  for (let i = 0; i < shares.length; i++) shares[i] = ramp(beard.all, beard.from, shares[i]);
  return shares;
}
