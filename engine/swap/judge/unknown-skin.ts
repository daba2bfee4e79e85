import type { Grid } from '#engine/swap/geometry/grid/grid';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { awayFromBeard } from './beside-beard';

/** Share of a cell's skin that the source shows. */
const known = { from: 0.45, all: 0.92 };

/**
 * Where no photo of the source shows its temples, sides or forehead, the target's skin stays: skin filled from around is grey
 * and smooth beside it.
 * @param alpha cells; changed
 */
export function keepUnknownSkin(alpha: Float32Array, grid: Grid): void {
  const bare = awayFromBeard(grid);
  for (let i = 0; i < alpha.length; i++) {
    if (grid.outerSkin[i] === 0 || grid.known[i] >= known.all) continue;
    const plain = grid.outerSkin[i] * (1 - clamp(grid.anyPigmented[i], 0, 1)) * bare[i];
    alpha[i] *= 1 - plain * (1 - ramp(known.from, known.all, grid.known[i]));
  }
}
