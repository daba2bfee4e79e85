/**
 * Mean over a (2·radius + 1)² square, in place, borders replicated; its cost does not depend on the radius.
 *
 * @param plane width × height values.
 * @param scratch at least as long; overwritten.
 */
export function boxBlur(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  scratch: Float32Array,
): void {
  blurRows(plane, scratch, width, height, radius);
  blurColumns(scratch, plane, width, height, radius);
}

/** Three box blurs, which come within 3 % of a Gaussian of sigma ≈ radius (Wells, 1986). */
export function smoothBlur(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  scratch: Float32Array,
): void {
  for (let pass = 0; pass < 3; pass++) boxBlur(plane, width, height, radius, scratch);
}

function blurRows(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const last = row + width - 1;
    let sum = from[row] * (radius + 1);
    for (let x = 1; x <= radius; x++) sum += from[Math.min(last, row + x)];
    for (let x = 0; x < width; x++) {
      to[row + x] = sum * share;
      sum += from[Math.min(last, row + x + radius + 1)] - from[Math.max(row, row + x - radius)];
    }
  }
}

/** Works on whole rows of running sums, so that memory is read in order. */
function blurColumns(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const sums = new Float64Array(width);
  for (let x = 0; x < width; x++) sums[x] = from[x] * (radius + 1);
  for (let y = 1; y <= radius; y++) {
    const row = Math.min(height - 1, y) * width;
    for (let x = 0; x < width; x++) sums[x] += from[row + x];
  }
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const entering = Math.min(height - 1, y + radius + 1) * width;
    const leaving = Math.max(0, y - radius) * width;
    for (let x = 0; x < width; x++) {
      to[row + x] = sums[x] * share;
      sums[x] += from[entering + x] - from[leaving + x];
    }
  }
}
