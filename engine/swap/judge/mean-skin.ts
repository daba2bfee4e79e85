import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Rgb } from '#engine/swap/source-types';
import type { Mask } from './mask';

/** Colour of the target's visible skin, 0–255; undefined where none is seen. */
export function meanSkin({ target, covered, fromTarget, anyPigmented }: Grid, { skin }: Mask): Rgb | undefined {
  let [red, green, blue, weights] = [0, 0, 0, 0];
  for (let i = 0; i < covered.length; i++) {
    const weight = skin[i] * covered[i] * (1 - fromTarget[i]) * (1 - anyPigmented[i]);
    red += weight * target[3 * i];
    green += weight * target[3 * i + 1];
    blue += weight * target[3 * i + 2];
    weights += weight;
  }
  return weights === 0 ? undefined : [red / weights, green / weights, blue / weights];
}
