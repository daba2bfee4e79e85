/**
 * Grey-scale closing by a square of 2·radius + 1 samples: fills dark things thinner than that and leaves the rest
 * (Serra, "Image Analysis and Mathematical Morphology", 1982).
 *
 * @param plane width × height; left untouched.
 * @param closed,scratch width × height, written.
 */
export function close(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  closed: Float32Array,
  scratch: Float32Array,
): void {
  extremeOfRows(plane, scratch, width, height, radius, 1);
  extremeOfColumns(scratch, closed, width, height, radius, 1);
  extremeOfRows(closed, scratch, width, height, radius, -1);
  extremeOfColumns(scratch, closed, width, height, radius, -1);
}

/** Largest (sign 1) or smallest (sign −1) value within `radius` along rows. */
function extremeOfRows(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  radius: number,
  sign: 1 | -1,
): void {
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const last = Math.min(width - 1, x + radius);
      let best = -Infinity;
      for (let i = Math.max(0, x - radius); i <= last; i++) {
        const value = sign * from[row + i];
        if (value > best) best = value;
      }
      to[row + x] = sign * best;
    }
  }
}

/** The same along columns, a whole row at a time. */
function extremeOfColumns(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  radius: number,
  sign: 1 | -1,
): void {
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) to[row + x] = from[row + x];
    for (let other = Math.max(0, y - radius); other <= Math.min(height - 1, y + radius); other++) {
      for (let x = 0; x < width; x++) {
        const value = from[other * width + x];
        if (sign * value > sign * to[row + x]) to[row + x] = value;
      }
    }
  }
}
