/**
 * @param ids count i16: triangle, or −1.
 * @param fromTarget one byte a triangle.
 * @param from,step,end where to look: the first open place from `from` on.
 * @returns its index, or `end`.
 */
export function findOpen(ids: usize, fromTarget: usize, from: i32, step: i32, end: i32): i32 {
  for (let i = from; i != end; i += step) if (isOpen(load<i16>(ids + 2 * i), fromTarget)) return i;
  return end;
}

/** @param openings count f32, written: 1 where open, else 0. */
export function markOpen(ids: usize, fromTarget: usize, count: i32, openings: usize): void {
  for (let i = 0; i < count; i++) store<f32>(openings + 4 * i, isOpen(load<i16>(ids + 2 * i), fromTarget) ? 1 : 0);
}

function isOpen(id: i32, fromTarget: usize): bool {
  return id >= 0 && load<u8>(fromTarget + id) == 1;
}

/** @param shares count bytes, written, ≤ 3 beyond: 255 on the edge of a blurred opening, 0 away from it. */
export function edgeShares(openings: usize, count: i32, shares: usize): void {
  for (let i = 0; i < count; i += 4) {
    const open = v128.load(openings + 4 * i);
    const edge = f32x4.mul(f32x4.mul(f32x4.splat(1020), open), f32x4.sub(f32x4.splat(1), open));
    storeBytes(shares + i, f32x4.pmin(f32x4.splat(255), edge));
  }
}

/** @param inner count bytes, written, ≤ 3 beyond: opacity above `from` as a share of the rest, else 0. */
export function innerAlpha(alpha: usize, count: i32, from: i32, inner: usize): void {
  const steepness = f32x4.splat(<f32>255 / (255 - <f32>from));
  for (let i = 0; i < count; i += 4) {
    const bytes = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(alpha + i)));
    const above = f32x4.convert_i32x4_s(i32x4.sub(bytes, i32x4.splat(from)));
    storeBytes(inner + i, f32x4.mul(steepness, f32x4.pmax(f32x4.splat(0), above)));
  }
}

/** @param floats count f32, written, ≤ 3 beyond: `times` the bytes, at most 255. */
export function bytesToFloats(bytes: usize, count: i32, times: f32, floats: usize): void {
  for (let i = 0; i < count; i += 4) {
    const four = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(bytes + i)));
    const scaled = f32x4.mul(f32x4.splat(times), f32x4.convert_i32x4_s(four));
    v128.store(floats + 4 * i, f32x4.pmin(f32x4.splat(255), scaled));
  }
}

/** @param bytes count bytes, written, ≤ 3 beyond: `times` the floats, at most 255, truncated. */
export function floatsToBytes(floats: usize, count: i32, times: f32, bytes: usize): void {
  for (let i = 0; i < count; i += 4) {
    const scaled = f32x4.mul(f32x4.splat(times), v128.load(floats + 4 * i));
    storeBytes(bytes + i, f32x4.pmin(f32x4.splat(255), scaled));
  }
}

/** Truncated. */
function storeBytes(at: usize, values: v128): void {
  const whole = i32x4.trunc_sat_f32x4_s(values);
  const words = i16x8.narrow_i32x4_s(whole, whole);
  v128.store_lane<u32>(at, i8x16.narrow_i16x8_u(words, words), 0);
}

/**
 * Hues of covered places: warm and green over light.
 * @param rgb count × 3 f32.
 * @param sums 5 f64, written: places; sum and squares of warm; sum and squares of green.
 */
export function hueSpread(rgb: usize, covered: usize, feather: usize, count: i32, sums: usize): void {
  let places: f64 = 0;
  let warms: f64 = 0;
  let warmSquares: f64 = 0;
  let greens: f64 = 0;
  let greenSquares: f64 = 0;
  for (let i = 0; i < count; i++, rgb += 12) {
    if (load<f32>(covered + 4 * i) == 0 || load<f32>(feather + 4 * i) < 0.5) continue;
    const red = <f64>load<f32>(rgb);
    const green = <f64>load<f32>(rgb, 4);
    const blue = <f64>load<f32>(rgb, 8);
    const share = 1 / (red + green + blue + 30);
    const warm = (red - blue) * share;
    const greenish = (2 * green - red - blue) * share;
    places += 1;
    warms += warm;
    warmSquares += warm * warm;
    greens += greenish;
    greenSquares += greenish * greenish;
  }
  store<f64>(sums, places);
  store<f64>(sums, warms, 8);
  store<f64>(sums, warmSquares, 16);
  store<f64>(sums, greens, 24);
  store<f64>(sums, greenSquares, 32);
}
