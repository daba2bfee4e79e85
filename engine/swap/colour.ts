import type { Grid } from './grid';
import type { Mask } from './mask';
import { borrowing, copyIn, floatsAt, kernels } from '../kernels/memory';
import { clamp } from './ops/curves';
import { planeOf } from './ops/plane';
import { identity3, mapEigenvalues3, mongeKantorovich, type Matrix3 } from './ops/matrix3';

/**
 * The one colour change that fits the whole face, as a linear map of logarithms of light. Skin tone and light multiply,
 * so in logarithms they add, and contrast keeps its meaning from the darkest skin to the palest.
 */
export interface ColourMap {
  readonly matrix: Matrix3;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

const mostContrast = 1.25;
const leastContrast = 0.75;
/** Cells of skin needed before covariances mean anything. */
const fewestCells = 30;

/**
 * Matches mean and covariance of the warped source's skin to the target's (Pitié and Kokaram 2007), eigenvalues bounded
 * so that a face never turns flat or harsh.
 */
export function fitColour(grid: Grid, mask: Mask): ColourMap {
  const weights = skinWeights(grid, mask);
  const from = statistics(logsOf(grid.warped), weights);
  const to = statistics(logsOf(grid.target), weights);
  if (from.mass < fewestCells) return { matrix: identity3(), from: from.mean, to: from.mean };
  const matrix = mapEigenvalues3(symmetric(mongeKantorovich(from.covariance, to.covariance)), (value) =>
    clamp(value, leastContrast, mostContrast),
  );
  return { matrix, from: from.mean, to: to.mean };
}

/** Applies the map to colours, 0–255. Logarithms are taken of light plus six, which keeps that of black finite. */
export function mapColours({ matrix, from, to }: ColourMap, rgb: Float32Array, mapped: Float32Array): void {
  borrowing(() => {
    const colours = copyIn(rgb);
    kernels().mapColours(colours, rgb.length / 3, copyIn(Float64Array.of(...matrix, ...from, ...to)), colours);
    mapped.set(floatsAt(colours, rgb.length));
  });
}

function skinWeights({ covered, feather, features }: Grid, { skin }: Mask): Float32Array {
  return planeOf(skin.length, (i) => (covered[i] > 0 && feather[i] > 0.5 && features[i] < 0.6 ? skin[i] : 0));
}

interface Statistics {
  readonly mass: number;
  readonly mean: Float64Array;
  readonly covariance: Matrix3;
}

function logsOf(rgb: Float32Array): Float32Array {
  return borrowing(() => {
    const colours = copyIn(rgb);
    kernels().logLights(colours, rgb.length, colours);
    return floatsAt(colours, rgb.length).slice();
  });
}

/** Of colours, weighted. */
function statistics(colours: Float32Array, weights: Float32Array): Statistics {
  const mean = new Float64Array(3);
  const covariance = new Float64Array(9);
  let mass = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i];
    if (weight === 0) continue;
    mass += weight;
    for (let row = 0; row < 3; row++) {
      const own = weight * colours[3 * i + row];
      mean[row] += own;
      for (let column = 0; column < 3; column++) covariance[3 * row + column] += own * colours[3 * i + column];
    }
  }
  for (let k = 0; k < 3; k++) mean[k] /= mass || 1;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const i = 3 * row + column;
      // A little of everything on the diagonal keeps a face in flat light from being stretched without bound.
      covariance[i] = covariance[i] / (mass || 1) - mean[row] * mean[column] + (row === column ? 2e-3 : 0);
    }
  }
  return { mass, mean, covariance };
}

/** Rounding leaves the product a hair off symmetry, which the eigen-decomposition relies on. */
function symmetric(matrix: Matrix3): Matrix3 {
  return matrix.map((value, i) => 0.5 * (value + matrix[3 * (i % 3) + Math.floor(i / 3)]));
}
