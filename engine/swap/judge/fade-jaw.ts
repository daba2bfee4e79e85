import type { Grid } from '#engine/swap/geometry/grid/grid';
import { mix } from '#engine/swap/ops/curves';
import { awayFromBeard } from './beside-beard';

/**
 * The new jaw fades into the target's over two landmarks instead of one: stubble of the target ended in a line below smooth
 * skin. Not beside a beard of the source. After the tone, which compares the light of both faces at a narrow seam.
 * @param alpha cells; changed
 */
export function fadeJaw(alpha: Float32Array, grid: Grid): void {
  const bare = awayFromBeard(grid);
  for (let i = 0; i < alpha.length; i++) alpha[i] *= mix(1, grid.jawFade[i], bare[i]);
}
