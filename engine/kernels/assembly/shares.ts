import { unit } from './curves';
import { channel, storeInterleaved } from './interleaved';
import { mix } from './sample';

// Planes: count f32, ≤ 12 bytes read or written beyond. Colours: count × 3 f32, ≤ 36 bytes beyond.

/** Sums of three channels. */
export function channelSums(rgb: usize, count: i32, sums: usize): void {
  for (let i = 0; i < count; i += 4, rgb += 48, sums += 16)
    v128.store(sums, f32x4.add(f32x4.add(channel(rgb, 0), channel(rgb, 1)), channel(rgb, 2)));
}

/**
 * @param rgb changed: times the mix of `plain` with red, green and blue by share.
 * @param shares bounded to 0–1.
 */
export function scaleByShare(rgb: usize, shares: usize, count: i32, plain: f32, red: f32, green: f32, blue: f32): void {
  const usual = f32x4.splat(plain);
  for (let i = 0; i < count; i += 4, rgb += 48, shares += 16) {
    const share = unit(v128.load(shares));
    storeInterleaved(
      rgb,
      f32x4.mul(channel(rgb, 0), mix(usual, f32x4.splat(red), share)),
      f32x4.mul(channel(rgb, 1), mix(usual, f32x4.splat(green), share)),
      f32x4.mul(channel(rgb, 2), mix(usual, f32x4.splat(blue), share)),
    );
  }
}

/** @returns squares of the detail of plain skin, summed. */
export function detailEnergy(
  lights: usize,
  slow: usize,
  feather: usize,
  skin: usize,
  pigmented: usize,
  count: i32,
): f64 {
  let energy: f64 = 0;
  for (let at = 0; at < 4 * count; at += 4) {
    if (load<f32>(feather + at) < 0.9 || load<f32>(skin + at) < 0.5 || load<f32>(pigmented + at) > 0.3) continue;
    const detail = <f64>load<f32>(lights + at) - <f64>load<f32>(slow + at);
    energy += detail * detail;
  }
  return energy;
}

/**
 * Of colours whose share is at least `least` and that are not excluded.
 * @param sums 4 f64, written: red, green, blue, cells.
 */
export function sumWhere(rgb: usize, shares: usize, excluded: usize, least: f32, count: i32, sums: usize): void {
  let red: f64 = 0;
  let green: f64 = 0;
  let blue: f64 = 0;
  let cells: f64 = 0;
  for (let i = 0; i < count; i++, rgb += 12) {
    if (load<f32>(shares + 4 * i) < least || load<f32>(excluded + 4 * i) > 0) continue;
    red += <f64>load<f32>(rgb);
    green += <f64>load<f32>(rgb, 4);
    blue += <f64>load<f32>(rgb, 8);
    cells += 1;
  }
  store<f64>(sums, red);
  store<f64>(sums, green, 8);
  store<f64>(sums, blue, 16);
  store<f64>(sums, cells, 24);
}

/** Skin inside the face, without features; 0 elsewhere. */
export function innerSkin(
  covered: usize,
  feather: usize,
  features: usize,
  skin: usize,
  count: i32,
  weights: usize,
): void {
  for (let at = 0; at < 4 * count; at += 16) {
    const isCovered = f32x4.gt(v128.load(covered + at), f32x4.splat(0));
    const isInside = f32x4.gt(v128.load(feather + at), f32x4.splat(0.5));
    const isPlain = f32x4.lt(v128.load(features + at), f32x4.splat(0.6));
    v128.store(weights + at, v128.and(v128.and(v128.and(isCovered, isInside), isPlain), v128.load(skin + at)));
  }
}
