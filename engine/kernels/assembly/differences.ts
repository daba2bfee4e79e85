import { channel, storeInterleaved } from './interleaved';
import { storeLanes } from './lanes';
import { log } from './logarithm';

/**
 * The target's channels minus their mean, less the same of the toned colours at its lightness.
 * @param toned,target count × 3 f32; reads ≤ 36 bytes beyond.
 * @param weights count f32.
 * @param least,most bounds of the lightness ratio.
 * @param planes 3 × count f32, written, ≤ 12 bytes beyond.
 */
export function hueDifference(
  toned: usize,
  target: usize,
  weights: usize,
  count: i32,
  least: f32,
  most: f32,
  planes: usize,
): void {
  const third = f32x4.splat(1.0 / 3.0);
  for (let i = 0; i < count; i += 4, toned += 48, target += 48) {
    const weight = v128.load(weights + 4 * i);
    const red = channel(target, 0);
    const green = channel(target, 1);
    const blue = channel(target, 2);
    const ownRed = channel(toned, 0);
    const ownGreen = channel(toned, 1);
    const ownBlue = channel(toned, 2);
    const light = f32x4.mul(third, f32x4.add(f32x4.add(red, green), blue));
    const ownLight = f32x4.mul(third, f32x4.add(f32x4.add(ownRed, ownGreen), ownBlue));
    const ratio = f32x4.div(light, f32x4.add(ownLight, f32x4.splat(1)));
    const scale = f32x4.pmax(f32x4.splat(least), f32x4.pmin(f32x4.splat(most), ratio));
    const plane = planes + 4 * i;
    const room = count - i;
    storeLanes(plane, f32x4.mul(weight, difference(red, light, ownRed, ownLight, scale)), room);
    storeLanes(plane + 4 * count, f32x4.mul(weight, difference(green, light, ownGreen, ownLight, scale)), room);
    storeLanes(plane + 8 * count, f32x4.mul(weight, difference(blue, light, ownBlue, ownLight, scale)), room);
  }
}

function difference(value: v128, light: v128, own: v128, ownLight: v128, scale: v128): v128 {
  return f32x4.sub(f32x4.sub(value, light), f32x4.mul(f32x4.sub(own, ownLight), scale));
}

/**
 * @param base count × 3 f32, changed; writes ≤ 36 bytes beyond.
 * @param planes from `hueDifference`, blurred.
 * @param masses,confidence count f32: blurred weights, share to add.
 * @param farthest bound of the quotient.
 */
export function shiftHue(
  base: usize,
  planes: usize,
  masses: usize,
  confidence: usize,
  count: i32,
  farthest: f32,
): void {
  const top = f32x4.splat(farthest);
  for (let i = 0; i < count; i += 4, base += 48) {
    const mass = f32x4.pmax(f32x4.splat(1e-4), v128.load(masses + 4 * i));
    const share = v128.load(confidence + 4 * i);
    const plane = planes + 4 * i;
    const red = f32x4.add(channel(base, 0), f32x4.mul(share, bounded(v128.load(plane), mass, top)));
    const green = f32x4.add(channel(base, 1), f32x4.mul(share, bounded(v128.load(plane + 4 * count), mass, top)));
    const blue = f32x4.add(channel(base, 2), f32x4.mul(share, bounded(v128.load(plane + 8 * count), mass, top)));
    storeInterleaved(base, red, green, blue);
  }
}

function bounded(sum: v128, mass: v128, top: v128): v128 {
  return f32x4.pmax(f32x4.neg(top), f32x4.pmin(top, f32x4.div(sum, mass)));
}

/**
 * @param toned,target,weights as for `hueDifference`.
 * @param floor added to red + green + blue.
 * @param excess count f32, written, ≤ 12 bytes beyond: toned minus target.
 */
export function luminanceDifference(
  toned: usize,
  target: usize,
  weights: usize,
  count: i32,
  floor: f32,
  excess: usize,
): void {
  for (let i = 0; i < count; i += 4, toned += 48, target += 48) {
    const off = f32x4.sub(logLight(toned, floor), logLight(target, floor));
    v128.store(excess + 4 * i, f32x4.mul(v128.load(weights + 4 * i), off));
  }
}

function logLight(rgb: usize, floor: f32): v128 {
  const light = f32x4.add(f32x4.add(channel(rgb, 0), channel(rgb, 1)), channel(rgb, 2));
  return log(f32x4.add(f32x4.pmax(f32x4.splat(0), light), f32x4.splat(floor)));
}
