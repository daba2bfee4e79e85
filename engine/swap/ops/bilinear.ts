/**
 * Borders replicated.
 * @param x,y (0, 0) is the first centre.
 */
export function bilinear(plane: ArrayLike<number>, width: number, height: number, x: number, y: number): number {
  const cx = Math.max(0, Math.min(width - 1, x));
  const cy = Math.max(0, Math.min(height - 1, y));
  const left = Math.min(Math.max(0, width - 2), Math.floor(cx));
  const top = Math.min(Math.max(0, height - 2), Math.floor(cy));
  const right = Math.min(width - 1, left + 1);
  const below = Math.min(height - 1, top + 1) * width;
  const fx = cx - left;
  const fy = cy - top;
  const upper = plane[top * width + left] * (1 - fx) + plane[top * width + right] * fx;
  const lower = plane[below + left] * (1 - fx) + plane[below + right] * fx;
  return upper * (1 - fy) + lower * fy;
}

/**
 * Borders replicated.
 * @param x,y as for `bilinear`.
 * @param out three values at `at`.
 */
export function bilinearRgb(
  data: ArrayLike<number>,
  width: number,
  height: number,
  x: number,
  y: number,
  out: Float32Array,
  at: number,
): void {
  const cx = x < 0 ? 0 : x > width - 1 ? width - 1 : x;
  const cy = y < 0 ? 0 : y > height - 1 ? height - 1 : y;
  const left = cx > width - 2 ? Math.max(0, width - 2) : Math.floor(cx);
  const top = cy > height - 2 ? Math.max(0, height - 2) : Math.floor(cy);
  const fx = cx - left;
  const fy = cy - top;
  const toRight = width > 1 ? 3 : 0;
  const toBelow = height > 1 ? 3 * width : 0;
  const from = 3 * (top * width + left);
  for (let k = from; k < from + 3; k++) {
    const upper = data[k] * (1 - fx) + data[k + toRight] * fx;
    const lower = data[k + toBelow] * (1 - fx) + data[k + toBelow + toRight] * fx;
    out[at + k - from] = upper * (1 - fy) + lower * fy;
  }
}
