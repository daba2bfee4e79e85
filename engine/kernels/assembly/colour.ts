import { firsts, seconds, storeInterleaved, thirds } from './interleaved';
import { exp, log } from './logarithm';

/** Keeps the logarithm of black finite: about the noise floor of a photo. */
const FLOOR: f32 = 6;

/**
 * Logarithms of light.
 *
 * @param values,logs single-precision numbers, and may be the same; up to 12 bytes beyond are read and written.
 */
export function logLights(values: usize, count: i32, logs: usize): void {
  for (let i = 0; i < 4 * count; i += 16) v128.store(logs + i, logLight(v128.load(values + i)));
}

/**
 * A linear map of logarithms of light.
 *
 * @param rgb,mapped count × 3 single-precision numbers, and may be the same; up to 36 bytes beyond are read and written.
 * @param map the matrix, row by row, then what is taken away before it and what is added after it: 15 doubles.
 */
export function mapColours(rgb: usize, count: i32, map: usize, mapped: usize): void {
  for (let i = 0; i < count; i += 4, rgb += 48, mapped += 48) {
    const a = v128.load(rgb);
    const b = v128.load(rgb, 16);
    const c = v128.load(rgb, 32);
    const red = f32x4.sub(logLight(firsts(a, b, c)), number(map, 9));
    const green = f32x4.sub(logLight(seconds(a, b, c)), number(map, 10));
    const blue = f32x4.sub(logLight(thirds(a, b, c)), number(map, 11));
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
