const EDGES: u8 = 1;
const FEATURES: u8 = 2;
const NOISE: u8 = 4;

/** Wide over near tap distance. */
const WIDER: i32 = 3;

/**
 * Squared Laplacians of every `step`-th pixel, `WIDER * span` or more from the border.
 * @param lights width × height i16, 0–1020.
 * @param uses one byte a cell.
 * @param span distance of the near taps, pixels.
 * @param sums 5 f64, written: sum and count over all; near and wide sums and count over features.
 * @param masks 2 · (width + 16) i16, scratch. Reads ≤ 16 bytes beyond `lights`.
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
  masks: usize,
): void {
  const reach = WIDER * span;
  all = i64x2.splat(0);
  near = i64x2.splat(0);
  wide = i64x2.splat(0);
  included = 0;
  pixels = 0;
  const features = masks + 2 * (width + 16);
  let known = -1;
  for (let y = firstAtLeast(reach, step); y < height - reach; y += step) {
    const cellRow = y / cell;
    if (cellRow != known) fillMasks(masks, features, uses + cellRow * columns, width, cell, reach, step);
    known = cellRow;
    addRow(lights + 2 * y * width, 2 * width, masks, features, reach, width - reach, span);
  }
  store<f64>(sums, <f64>total(all));
  store<f64>(sums, <f64>included, 8);
  store<f64>(sums, <f64>total(near), 16);
  store<f64>(sums, <f64>total(wide), 24);
  store<f64>(sums, <f64>pixels, 32);
}

let all: v128 = i64x2.splat(0);
let near: v128 = i64x2.splat(0);
let wide: v128 = i64x2.splat(0);
let included = 0;
let pixels = 0;

/** One i16 a pixel of the row, all bits set where it counts. */
function fillMasks(edges: usize, features: usize, uses: usize, width: i32, cell: i32, reach: i32, step: i32): void {
  memory.fill(edges, 0, 4 * (width + 16));
  for (let x = firstAtLeast(reach, step); x < width - reach; x += step) {
    const use = load<u8>(uses + x / cell);
    if ((use & EDGES) == 0) continue;
    store<i16>(edges + 2 * x, -1);
    if (use & FEATURES) store<i16>(features + 2 * x, -1);
  }
}

function addRow(line: usize, row: i32, edges: usize, features: usize, first: i32, end: i32, span: i32): void {
  for (let x = first; x < end; x += 8) {
    const mask = v128.load(edges + 2 * x);
    if (!v128.any_true(mask)) continue;
    const at = line + 2 * x;
    const centre = i16x8.shl(v128.load(at), 2);
    const response = v128.and(mask, laplacian(at, row, centre, span));
    all = addSquares(all, response);
    included += popcnt(i16x8.bitmask(mask));
    const marked = v128.load(features + 2 * x);
    if (!v128.any_true(marked)) continue;
    near = addSquares(near, v128.and(marked, response));
    wide = addSquares(wide, v128.and(marked, laplacian(at, row, centre, WIDER * span)));
    pixels += popcnt(i16x8.bitmask(marked));
  }
}

/** At most 4 · 1020, as lights are. */
function laplacian(at: usize, row: i32, centre: v128, span: i32): v128 {
  const across = i16x8.add(v128.load(at - 2 * span), v128.load(at + 2 * span));
  const down = i16x8.add(v128.load(at - span * row), v128.load(at + span * row));
  return i16x8.sub(i16x8.sub(centre, across), down);
}

function addSquares(sums: v128, values: v128): v128 {
  const squares = i32x4.dot_i16x8_s(values, values);
  return i64x2.add(sums, i64x2.add(i64x2.extend_low_i32x4_u(squares), i64x2.extend_high_i32x4_u(squares)));
}

function total(sums: v128): i64 {
  return i64x2.extract_lane(sums, 0) + i64x2.extract_lane(sums, 1);
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
