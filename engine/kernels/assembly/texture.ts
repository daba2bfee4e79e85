const EDGES: u8 = 1;
const FEATURES: u8 = 2;
const NOISE: u8 = 4;

/** Wide over near tap distance. */
const WIDER: i32 = 3;

/**
 * Squared Laplacians of every `step`-th pixel, `WIDER * span` or more from the border.
 * @param lights width × height i16.
 * @param uses one byte a cell.
 * @param span distance of the near taps, pixels.
 * @param sums 5 f64, written: sum and count over all; near and wide sums and count over features.
 */
export function edgeEnergy(
  lights: usize,
  width: i32,
  height: i32,
  cell: i32,
  step: i32,
  uses: usize,
  columns: i32,
  span: i32,
  sums: usize,
): void {
  const reach = WIDER * span;
  let all: i64 = 0;
  let included = 0;
  let near: i64 = 0;
  let wide: i64 = 0;
  let pixels = 0;
  const row = 2 * width;
  for (let y = firstAtLeast(reach, step); y < height - reach; y += step) {
    const usesOfRow = uses + (y / cell) * columns;
    const line = lights + y * row;
    let x = firstAtLeast(reach, step);
    for (let column = x / cell; column < columns; column++) {
      const use = load<u8>(usesOfRow + column);
      const end = min((column + 1) * cell, width - reach);
      if ((use & EDGES) == 0) {
        while (x < end) x += step;
        continue;
      }
      for (; x < end; x += step) {
        const at = line + 2 * x;
        const centre = 4 * <i32>load<i16>(at);
        const laplacian = centre - beside(at, 2 * span) - beside(at, span * row);
        const squared = <i64>(laplacian * laplacian);
        all += squared;
        included++;
        if ((use & FEATURES) == 0) continue;
        const wider = centre - beside(at, 2 * reach) - beside(at, reach * row);
        near += squared;
        wide += <i64>(wider * wider);
        pixels++;
      }
    }
  }
  store<f64>(sums, <f64>all);
  store<f64>(sums, <f64>included, 8);
  store<f64>(sums, <f64>near, 16);
  store<f64>(sums, <f64>wide, 24);
  store<f64>(sums, <f64>pixels, 32);
}

/**
 * Cancels slopes and straight edges (Immerkær, "Fast Noise Variance Estimation", 1996).
 * @param means one f32 an included cell, written consecutively.
 * @returns how many were written.
 */
export function noiseEnergy(
  lights: usize,
  width: i32,
  height: i32,
  cell: i32,
  step: i32,
  uses: usize,
  columns: i32,
  rows: i32,
  means: usize,
): i32 {
  const line = 2 * width;
  let found = 0;
  for (let row = 0; row < rows; row++) {
    const firstRow = firstAtLeast(max(1, row * cell), step);
    const endRow = min((row + 1) * cell, height - 1);
    for (let column = 0; column < columns; column++) {
      if ((load<u8>(uses + (row * columns + column)) & NOISE) == 0) continue;
      let sum: i64 = 0;
      let count = 0;
      const first = firstAtLeast(max(1, column * cell), step);
      const end = min((column + 1) * cell, width - 1);
      for (let y = firstRow; y < endRow; y += step) {
        for (let x = first; x < end; x += step) {
          const at = lights + y * line + 2 * x;
          const sides = beside(at, 2) + beside(at, line);
          const corners = beside(at, line - 2) + beside(at, line + 2);
          const value = 4 * <i32>load<i16>(at) - 2 * sides + corners;
          sum += <i64>(value * value);
          count++;
        }
      }
      if (count == 0) continue;
      store<f32>(means + 4 * found, <f32>(<f64>sum / <f64>count));
      found++;
    }
  }
  return found;
}

function beside(at: usize, distance: i32): i32 {
  return <i32>load<i16>(at - distance) + <i32>load<i16>(at + distance);
}

function firstAtLeast(least: i32, step: i32): i32 {
  return ((least + step - 1) / step) * step;
}
