import { mean } from '#engine/swap/ops/curves';

/** Of the net, for rims of glasses without their edges. */
export const insideRim = 0.7;
/** Of rims, logarithm of their light over that of the skin: paler ones cannot be told from shadows. */
export const darkRim = { from: -0.9, all: -1.5 };
/** Logarithm of light over that of the skin: edges of rims and lenses reflect. */
export const shine = { from: 0.2, all: 0.35 };

/** Mean of the values up to the mean: the other parts of rims shine. Undefined without values. */
export function darkerHalf(lights: ArrayLike<number>): number | undefined {
  const all = Array.from(lights);
  if (all.length === 0) return undefined;
  const middle = mean(all);
  return mean(all.filter((light) => light <= middle));
}
