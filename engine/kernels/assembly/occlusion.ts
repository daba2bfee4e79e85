import { ramp, unit } from './curves';
import { channel } from './interleaved';

// Planes: count f32, ≤ 12 bytes read or written beyond. Colours: count × 3 f32, ≤ 36 bytes beyond.

/** @param own written: the largest of skin, lips and beard; 1 where uncovered. */
export function ownCells(bare: usize, lips: usize, beard: usize, covered: usize, count: i32, own: usize): void {
  const one = f32x4.splat(1);
  for (let at = 0; at < 4 * count; at += 16) {
    const hair = ramp(0.1, 0.3, v128.load(beard + at));
    const largest = f32x4.pmax(f32x4.pmax(v128.load(bare + at), v128.load(lips + at)), hair);
    const isBare = f32x4.eq(v128.load(covered + at), f32x4.splat(0));
    v128.store(own + at, v128.bitselect(one, largest, isBare));
  }
}

/** @param cover changed: (1 − own) · ramp(0.02, 0.2, cover). */
export function coverCells(cover: usize, own: usize, count: i32): void {
  for (let at = 0; at < 4 * count; at += 16) {
    const other = f32x4.sub(f32x4.splat(1), v128.load(own + at));
    v128.store(cover + at, f32x4.mul(other, ramp(0.02, 0.2, v128.load(cover + at))));
  }
}

/**
 * Of colours whose share is above `least`.
 * @param sums 4 f64, written: weights, red, green, blue.
 */
export function sumWeighed(rgb: usize, weights: usize, shares: usize, least: f32, count: i32, sums: usize): void {
  let mass: f64 = 0;
  let red: f64 = 0;
  let green: f64 = 0;
  let blue: f64 = 0;
  for (let i = 0; i < count; i++, rgb += 12) {
    if (load<f32>(shares + 4 * i) <= least) continue;
    const weight = <f64>load<f32>(weights + 4 * i);
    mass += weight;
    red += weight * <f64>load<f32>(rgb);
    green += weight * <f64>load<f32>(rgb, 4);
    blue += weight * <f64>load<f32>(rgb, 8);
  }
  store<f64>(sums, mass);
  store<f64>(sums, red, 8);
  store<f64>(sums, green, 16);
  store<f64>(sums, blue, 24);
}

const FLOOR: f32 = 20;

/**
 * As red as skin and not much darker; the inside of the mouth takes −1.
 * @param fromTarget,lids the mouth is the target’s and no lid.
 * @param red,light of skin: (red − green) / light, red + green + blue + 20.
 * @param likeness written, ≤ 12 bytes beyond.
 * @param sums 2 f64, written: likeness and area of the lips.
 */
export function lipLikeness(
  rgb: usize,
  lips: usize,
  fromTarget: usize,
  lids: usize,
  red: f32,
  light: f32,
  count: i32,
  likeness: usize,
  sums: usize,
): void {
  let found: f64 = 0;
  let area: f64 = 0;
  const none = f32x4.splat(0);
  for (let i = 0; i < count; i += 4, rgb += 48) {
    const at = 4 * i;
    const isMoved = f32x4.gt(v128.load(fromTarget + at), none);
    const isMouth = v128.and(isMoved, f32x4.lt(v128.load(lids + at), f32x4.splat(0.5)));
    const zone = v128.andnot(unit(v128.load(lips + at)), isMouth);
    const reds = channel(rgb, 0);
    const greens = channel(rgb, 1);
    const sum = f32x4.add(f32x4.add(reds, greens), channel(rgb, 2));
    const lights = f32x4.add(sum, f32x4.splat(FLOOR));
    const redness = f32x4.sub(f32x4.div(f32x4.sub(reds, greens), lights), f32x4.splat(red));
    const isLight = ramp(0.3, 0.45, f32x4.mul(lights, f32x4.splat(1 / light)));
    const own = f32x4.mul(f32x4.mul(zone, ramp(-0.06, -0.02, redness)), isLight);
    v128.store(likeness + at, v128.bitselect(f32x4.splat(-1), own, isMouth));
    for (let n = 0; n < min(4, count - i); n++) {
      const value = load<f32>(likeness + at + 4 * n);
      if (value > 0) found += <f64>value;
      if (value >= 0) area += <f64>min<f32>(1, max<f32>(0, load<f32>(lips + at + 4 * n)));
    }
  }
  store<f64>(sums, found);
  store<f64>(sums, area, 8);
}

/** @param plane changed: numbers below 0 become `value`. */
export function replaceNegative(plane: usize, value: f32, count: i32): void {
  for (const end = plane + 4 * count; plane < end; plane += 16) {
    const values = v128.load(plane);
    v128.store(plane, v128.bitselect(f32x4.splat(value), values, f32x4.lt(values, f32x4.splat(0))));
  }
}
