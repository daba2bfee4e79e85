import type { WeightedVertex } from './canonical-mesh';
import { symmetricEigen } from './symmetric-eigen';

/** to = scale · rotation · (from − fromCentre) + toCentre. */
export interface Similarity {
  readonly scale: number;
  /** 3 × 3, row-major. */
  readonly rotation: readonly number[];
  readonly fromCentre: readonly number[];
  readonly toCentre: readonly number[];
}

/**
 * Weighted least squares: rotation by Horn, "Closed-form solution of absolute orientation using unit quaternions",
 * 1987; scale by Umeyama, 1991.
 * @param from,to points × (x, y, z), any unit.
 */
export function fitSimilarity(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  points: readonly WeightedVertex[],
): Similarity {
  const fromCentre = centroid(from, points);
  const toCentre = centroid(to, points);
  const covariance = new Float64Array(9);
  let spread = 0;
  for (const { vertex, weight } of points) {
    for (let row = 0; row < 3; row++) {
      const offset = from[3 * vertex + row] - fromCentre[row];
      spread += weight * offset * offset;
      for (let column = 0; column < 3; column++) {
        covariance[3 * row + column] += weight * offset * (to[3 * vertex + column] - toCentre[column]);
      }
    }
  }
  const rotation = quaternionToMatrix(bestQuaternion(covariance));
  let along = 0;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) along += rotation[3 * column + row] * covariance[3 * row + column];
  }
  return { scale: along / spread, rotation, fromCentre, toCentre };
}

/** @param points n × 3. */
export function applySimilarity(fit: Similarity, points: Float32Array): Float32Array {
  const { scale, rotation: r, fromCentre, toCentre } = fit;
  const moved = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] - fromCentre[0];
    const y = points[i + 1] - fromCentre[1];
    const z = points[i + 2] - fromCentre[2];
    moved[i] = scale * (r[0] * x + r[1] * y + r[2] * z) + toCentre[0];
    moved[i + 1] = scale * (r[3] * x + r[4] * y + r[5] * z) + toCentre[1];
    moved[i + 2] = scale * (r[6] * x + r[7] * y + r[8] * z) + toCentre[2];
  }
  return moved;
}

function centroid(coordinates: ArrayLike<number>, points: readonly WeightedVertex[]): number[] {
  const sum = [0, 0, 0];
  let total = 0;
  for (const { vertex, weight } of points) {
    total += weight;
    for (let axis = 0; axis < 3; axis++) sum[axis] += weight * coordinates[3 * vertex + axis];
  }
  return sum.map((value) => value / total);
}

/** Horn's 4 × 4 matrix; the rotation is its eigenvector of largest eigenvalue. */
function bestQuaternion(covariance: Float64Array): number[] {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = covariance as unknown as number[] as Nine;
  // prettier-ignore
  const horn = [
    xx + yy + zz, yz - zy,       zx - xz,       xy - yx,
    yz - zy,      xx - yy - zz,  xy + yx,       zx + xz,
    zx - xz,      xy + yx,       yy - xx - zz,  yz + zy,
    xy - yx,      zx + xz,       yz + zy,       zz - xx - yy,
  ];
  const { values, vectors } = symmetricEigen(horn, 4);
  const top = values.indexOf(Math.max(...values));
  return [0, 1, 2, 3].map((row) => vectors[4 * row + top]);
}

type Nine = [number, number, number, number, number, number, number, number, number];

function quaternionToMatrix([a, b, c, d]: number[]): number[] {
  // prettier-ignore
  return [
    1 - 2 * (c * c + d * d), 2 * (b * c - a * d),     2 * (b * d + a * c),
    2 * (b * c + a * d),     1 - 2 * (b * b + d * d), 2 * (c * d - a * b),
    2 * (b * d - a * c),     2 * (c * d + a * b),     1 - 2 * (b * b + c * c),
  ];
}
