import type { Grid } from './grid';
import type { Mask } from './mask';
import { borrowing, copyIn, floatsAt, kernels } from '../kernels/memory';
import { clamp } from './ops/curves';
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
  const weights = new Float32Array(skin.length);
  for (let i = 0; i < weights.length; i++)
    if (covered[i] > 0 && feather[i] > 0.5 && features[i] < 0.6) weights[i] = skin[i];
  return weights;
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
  let [mass, red, green, blue] = [0, 0, 0, 0];
  let [redRed, redGreen, redBlue, greenGreen, greenBlue, blueBlue] = [0, 0, 0, 0, 0, 0];
  for (let i = 0, j = 0; i < weights.length; i++, j += 3) {
    const weight = weights[i];
    if (weight === 0) continue;
    const [r, g, b] = [colours[j], colours[j + 1], colours[j + 2]];
    mass += weight;
    red += weight * r;
    green += weight * g;
    blue += weight * b;
    redRed += weight * r * r;
    redGreen += weight * r * g;
    redBlue += weight * r * b;
    greenGreen += weight * g * g;
    greenBlue += weight * g * b;
    blueBlue += weight * b * b;
  }
  const share = 1 / (mass || 1);
  const mean = Float64Array.of(red * share, green * share, blue * share);
  const products = [redRed, redGreen, redBlue, redGreen, greenGreen, greenBlue, redBlue, greenBlue, blueBlue];
  // A little of everything on the diagonal keeps a face in flat light from being stretched without bound.
  const covariance = Float64Array.from(
    products,
    (product, i) => product * share - mean[Math.floor(i / 3)] * mean[i % 3] + (i % 4 === 0 ? 2e-3 : 0),
  );
  return { mass, mean, covariance };
}

/** Rounding leaves the product a hair off symmetry, which the eigen-decomposition relies on. */
function symmetric(matrix: Matrix3): Matrix3 {
  return matrix.map((value, i) => 0.5 * (value + matrix[3 * (i % 3) + Math.floor(i / 3)]));
}
