/**
 * Borders replicated. Sums are in double precision, so that samples leaving the window cancel exactly.
 * @param plane width × height f32, changed.
 * @param scratch as large.
 * @param sums `width` f64, rounded up to an even number.
 */
export function boxBlur(
  plane: usize,
  width: i32,
  height: i32,
  radius: i32,
  passes: i32,
  scratch: usize,
  sums: usize,
): void {
  for (let pass = 0; pass < passes; pass++) {
    // An odd last row is processed twice.
    for (let y = 0; y < height; y += 2) {
      const upper = 4 * y * width;
      const lower = 4 * min(y + 1, height - 1) * width;
      blurRows(plane + upper, plane + lower, scratch + upper, scratch + lower, width, radius);
    }
    blurColumns(scratch, plane, width, height, radius, sums);
  }
}

function blurRows(upper: usize, lower: usize, toUpper: usize, toLower: usize, width: i32, radius: i32): void {
  const share = f64x2.splat(1 / <f64>(2 * radius + 1));
  const last = width - 1;
  let sum = f64x2.mul(pair(upper, lower, 0), f64x2.splat(<f64>(radius + 1)));
  for (let x = 1; x <= radius; x++) sum = f64x2.add(sum, pair(upper, lower, min(last, x)));
  for (let x = 0; x < width; x++) {
    const mean = f32x4.demote_f64x2_zero(f64x2.mul(sum, share));
    v128.store_lane<u32>(toUpper + 4 * x, mean, 0);
    v128.store_lane<u32>(toLower + 4 * x, mean, 1);
    const entering = pair(upper, lower, min(last, x + radius + 1));
    sum = f64x2.add(sum, f64x2.sub(entering, pair(upper, lower, max(0, x - radius))));
  }
}

function pair(upper: usize, lower: usize, x: i32): v128 {
  return f64x2.promote_low_f32x4(v128.load_lane<u32>(lower + 4 * x, v128.load_zero<u32>(upper + 4 * x), 1));
}

function blurColumns(from: usize, to: usize, width: i32, height: i32, radius: i32, sums: usize): void {
  const share = f64x2.splat(1 / <f64>(2 * radius + 1));
  const row = 4 * width;
  for (let x = 0; x < width; x += 2) {
    let sum = f64x2.mul(two(from + 4 * x), f64x2.splat(<f64>(radius + 1)));
    for (let y = 1; y <= radius; y++) sum = f64x2.add(sum, two(from + min(height - 1, y) * row + 4 * x));
    v128.store(sums + 8 * x, sum);
  }
  for (let y = 0; y < height; y++) {
    const entering = from + min(height - 1, y + radius + 1) * row;
    const leaving = from + max(0, y - radius) * row;
    const line = to + y * row;
    for (let x = 0; x < width; x += 2) {
      const sum = v128.load(sums + 8 * x);
      const mean = f32x4.demote_f64x2_zero(f64x2.mul(sum, share));
      if (x + 1 < width) v128.store_lane<u64>(line + 4 * x, mean, 0);
      else v128.store_lane<u32>(line + 4 * x, mean, 0);
      v128.store(sums + 8 * x, f64x2.add(sum, f64x2.sub(two(entering + 4 * x), two(leaving + 4 * x))));
    }
  }
}

function two(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_zero<u64>(at));
}
