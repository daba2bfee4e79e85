import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { allocate, withScratch, copyIn, doublesAt, floatsAt, kernels } from '#engine/kernels/memory';
import { clamp } from '#engine/swap/ops/curves';
import { identity3, mapEigenvalues3, mongeKantorovich, type Matrix3 } from '#engine/swap/ops/matrix3';

/** Linear in log colours: skin tone and light multiply. */
export interface ColourMap {
  readonly matrix: Matrix3;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

const maxContrast = 1.25;
const minContrast = 0.75;
const minCells = 30;

/** Mean and covariance (Pitié and Kokaram 2007), bounded contrast. */
export function fitColour(grid: Grid, mask: Mask): ColourMap {
  const [from, to] = withScratch(() => {
    const weights = skinWeights(grid, mask);
    return [statistics(grid.warped, weights), statistics(grid.target, weights)];
  });
  if (from.mass < minCells) return { matrix: identity3(), from: from.mean, to: from.mean };
  const matrix = mapEigenvalues3(symmetric(mongeKantorovich(from.covariance, to.covariance)), (value) =>
    clamp(value, minContrast, maxContrast),
  );
  return { matrix, from: from.mean, to: to.mean };
}

/** 0–255. An offset keeps the logarithm of black finite. */
export function mapColours({ matrix, from, to }: ColourMap, rgb: Float32Array, mapped: Float32Array): void {
  withScratch(() => {
    const colours = copyIn(rgb);
    kernels().mapColours(colours, rgb.length / 3, copyIn(Float64Array.of(...matrix, ...from, ...to)), colours);
    mapped.set(floatsAt(colours, rgb.length));
  });
}

/** Address of a plane. */
function skinWeights({ covered, feather, features }: Grid, { skin }: Mask): number {
  const weights = allocate(skin.byteLength);
  kernels().innerSkin(copyIn(covered), copyIn(feather), copyIn(features), copyIn(skin), skin.length, weights);
  return weights;
}

interface Statistics {
  readonly mass: number;
  readonly mean: Float64Array;
  readonly covariance: Matrix3;
}

/** `weights` is an address. */
function statistics(rgb: Float32Array, weights: number): Statistics {
  const sums = withScratch(() => {
    const logs = copyIn(rgb);
    const result = allocate(8 * 10);
    kernels().logLights(logs, rgb.length, logs);
    kernels().moments(logs, weights, rgb.length / 3, result);
    return doublesAt(result, 10).slice();
  });
  const [mass, red, green, blue, redRed, redGreen, redBlue, greenGreen, greenBlue, blueBlue] = sums;
  const share = 1 / (mass || 1);
  const mean = Float64Array.of(red * share, green * share, blue * share);
  const products = [redRed, redGreen, redBlue, redGreen, greenGreen, greenBlue, redBlue, greenBlue, blueBlue];
  // Flat light would produce an unbounded map.
  const covariance = Float64Array.from(
    products,
    (product, i) => product * share - mean[Math.floor(i / 3)] * mean[i % 3] + (i % 4 === 0 ? 2e-3 : 0),
  );
  return { mass, mean, covariance };
}

/** Corrects rounding. */
function symmetric(matrix: Matrix3): Matrix3 {
  return matrix.map((value, i) => 0.5 * (value + matrix[3 * (i % 3) + Math.floor(i / 3)]));
}
