export interface Eigen {
  /** Eigenvalues, in no particular order. */
  readonly values: Float64Array;
  /** size × size, row-major; column `k` is the unit eigenvector of `values[k]`. */
  readonly vectors: Float64Array;
}

const maxRotations = 100;

/**
 * Jacobi rotations (Golub and Van Loan, "Matrix Computations", 8.5).
 * @param matrix size × size, row-major, symmetric; unchanged.
 */
export function symmetricEigen(matrix: ArrayLike<number>, size: number): Eigen {
  const a = Float64Array.from(matrix);
  const vectors = new Float64Array(size * size);
  let scale = 0;
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  for (const value of a) scale = Math.max(scale, Math.abs(value));

  for (let turn = 0; turn < maxRotations; turn++) {
    const [p, q] = largestOffDiagonal(a, size);
    const apq = a[p * size + q];
    if (Math.abs(apq) <= 1e-14 * scale) break;
    const theta = (a[q * size + q] - a[p * size + p]) / (2 * apq);
    const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
    const cosine = 1 / Math.hypot(tangent, 1);
    const sine = tangent * cosine;
    rotateColumns(a, size, p, q, cosine, sine);
    rotateRows(a, size, p, q, cosine, sine);
    rotateColumns(vectors, size, p, q, cosine, sine);
  }
  return { values: Float64Array.from({ length: size }, (_, i) => a[i * size + i]), vectors };
}

function largestOffDiagonal(a: Float64Array, size: number): [row: number, column: number] {
  let best: [number, number] = [0, 1];
  for (let row = 0; row < size; row++) {
    for (let column = row + 1; column < size; column++) {
      if (Math.abs(a[row * size + column]) > Math.abs(a[best[0] * size + best[1]])) best = [row, column];
    }
  }
  return best;
}

function rotateColumns(a: Float64Array, size: number, p: number, q: number, cosine: number, sine: number): void {
  for (let k = 0; k < size; k++) {
    const x = a[k * size + p];
    const y = a[k * size + q];
    a[k * size + p] = cosine * x - sine * y;
    a[k * size + q] = sine * x + cosine * y;
  }
}

function rotateRows(a: Float64Array, size: number, p: number, q: number, cosine: number, sine: number): void {
  for (let k = 0; k < size; k++) {
    const x = a[p * size + k];
    const y = a[q * size + k];
    a[p * size + k] = cosine * x - sine * y;
    a[q * size + k] = sine * x + cosine * y;
  }
}
