import { channel, storeInterleaved } from './interleaved';
import { exp, log } from './logarithm';

/** Keeps the logarithm of black finite: about a photo's noise floor. */
const FLOOR: f32 = 6;

/** @param values,logs f32, may be the same; reads and writes ≤ 12 bytes beyond. */
export function logLights(values: usize, count: i32, logs: usize): void {
  for (let i = 0; i < 4 * count; i += 16) v128.store(logs + i, logLight(v128.load(values + i)));
}

/**
 * @param rgb,mapped count × 3 f32, may be the same; reads and writes ≤ 36 bytes beyond.
 * @param map 15 f64: matrix, source mean, target mean, in logarithms.
 */
export function mapColours(rgb: usize, count: i32, map: usize, mapped: usize): void {
  for (let i = 0; i < count; i += 4, rgb += 48, mapped += 48) {
    const red = f32x4.sub(logLight(channel(rgb, 0)), number(map, 9));
    const green = f32x4.sub(logLight(channel(rgb, 1)), number(map, 10));
    const blue = f32x4.sub(logLight(channel(rgb, 2)), number(map, 11));
    storeInterleaved(
      mapped,
      mapOne(map, 0, red, green, blue),
      mapOne(map, 1, red, green, blue),
      mapOne(map, 2, red, green, blue),
    );
  }
}

function mapOne(map: usize, channel: i32, red: v128, green: v128, blue: v128): v128 {
  const reds = f32x4.mul(number(map, 3 * channel), red);
  const greens = f32x4.mul(number(map, 3 * channel + 1), green);
  const blues = f32x4.mul(number(map, 3 * channel + 2), blue);
  const sum = f32x4.add(reds, f32x4.add(greens, blues));
  return f32x4.sub(exp(f32x4.add(sum, number(map, 12 + channel))), f32x4.splat(FLOOR));
}

function number(map: usize, index: i32): v128 {
  return f32x4.splat(<f32>load<f64>(map + 8 * index));
}

function logLight(values: v128): v128 {
  return log(f32x4.add(f32x4.pmax(f32x4.splat(0), values), f32x4.splat(FLOOR)));
}

/**
 * @param rgb count × 3 f32.
 * @param weights count f32.
 * @param sums 10 f64, written: weights, red, green, blue, then the products from red² to blue².
 */
export function moments(rgb: usize, weights: usize, count: i32, sums: usize): void {
  let mass: f64 = 0;
  let red: f64 = 0;
  let greenBlue = f64x2.splat(0);
  let redRed: f64 = 0;
  let redOthers = f64x2.splat(0);
  let squares = f64x2.splat(0);
  let product: f64 = 0;
  for (let i = 0; i < count; i++, rgb += 12, weights += 4) {
    const weight = <f64>load<f32>(weights);
    if (weight == 0) continue;
    const r = <f64>load<f32>(rgb);
    const others = f64x2.promote_low_f32x4(v128.load_zero<u64>(rgb, 4));
    const weighed = f64x2.mul(others, f64x2.splat(weight));
    mass += weight;
    red += weight * r;
    redRed += weight * r * r;
    greenBlue = f64x2.add(greenBlue, weighed);
    redOthers = f64x2.add(redOthers, f64x2.mul(weighed, f64x2.splat(r)));
    squares = f64x2.add(squares, f64x2.mul(weighed, others));
    product += f64x2.extract_lane(weighed, 0) * f64x2.extract_lane(others, 1);
  }
  store<f64>(sums, mass);
  store<f64>(sums, red, 8);
  v128.store(sums, greenBlue, 16);
  store<f64>(sums, redRed, 32);
  v128.store(sums, redOthers, 40);
  store<f64>(sums, f64x2.extract_lane(squares, 0), 56);
  store<f64>(sums, product, 64);
  store<f64>(sums, f64x2.extract_lane(squares, 1), 72);
}
