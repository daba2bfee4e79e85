/**
 * Gaussian blur with edges mirrored about the edge pixel, as OpenCV's default border.
 * @param plane side × side
 * @returns a new plane
 */
export function gaussianBlur(plane: Float32Array, side: number, sigma: number): Float32Array {
  const kernel = gaussianKernel(sigma);
  return blurRows(transpose(blurRows(transpose(plane, side), side, kernel), side), side, kernel);
}

export function gaussianKernel(sigma: number): Float32Array {
  const size = Math.round(8 * sigma + 1) | 1;
  const middle = (size - 1) / 2;
  const values = Float64Array.from({ length: size }, (_, i) => Math.exp(-((i - middle) ** 2) / (2 * sigma * sigma)));
  const sum = values.reduce((total, value) => total + value, 0);
  return Float32Array.from(values, (value) => value / sum);
}

/** @param side of each row */
export function blurRows(plane: Float32Array, side: number, kernel: Float32Array): Float32Array {
  const reach = (kernel.length - 1) / 2;
  const out = new Float32Array(plane.length);
  const padded = new Float32Array(side + 2 * reach);
  for (let row = 0; row < plane.length / side; row++) {
    const start = row * side;
    for (let i = 0; i < padded.length; i++) padded[i] = plane[start + mirrored(i - reach, side)];
    for (let column = 0; column < side; column++) {
      let sum = 0;
      for (let i = 0; i < kernel.length; i++) sum += padded[column + i] * kernel[i];
      out[start + column] = sum;
    }
  }
  return out;
}

function mirrored(index: number, side: number): number {
  const period = Math.max(1, 2 * (side - 1));
  const within = ((index % period) + period) % period;
  return within < side ? within : period - within;
}

function transpose(plane: Float32Array, side: number): Float32Array {
  const out = new Float32Array(plane.length);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) out[column * side + row] = plane[row * side + column];
  return out;
}
