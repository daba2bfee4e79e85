import { clamp, ramp, rest, smoothstep, unit } from './curves';
import { channel } from './interleaved';
import { log } from './logarithm';

// Planes: count f32, ≤ 12 bytes read or written beyond. Colours: count × 3 f32, ≤ 36 bytes beyond.

/**
 * Log lightness and two opponent hues, compared with skin.
 * @param expected colour of skin in the same place.
 * @param tolerance of hue; 1 is strict.
 */
export function skinProbability(rgb: usize, expected: usize, tolerance: f32, count: i32, skin: usize): void {
  const zero = f32x4.splat(0);
  for (let i = 0; i < count; i += 4, rgb += 48, expected += 48, skin += 16) {
    const red = channel(rgb, 0);
    const green = channel(rgb, 1);
    const blue = channel(rgb, 2);
    const skinRed = channel(expected, 0);
    const skinGreen = channel(expected, 1);
    const skinBlue = channel(expected, 2);
    const skinLight = third(sum(skinRed, skinGreen, skinBlue));
    const light = third(sum(red, green, blue));
    const brightness = f32x4.div(plus(light, 15), plus(skinLight, 15));
    const scale = clamp(brightness, 0.4, 1.5);
    const warm = f32x4.sub(f32x4.sub(red, blue), f32x4.mul(f32x4.sub(skinRed, skinBlue), scale));
    const greenish = f32x4.sub(greenness(red, green, blue), f32x4.mul(greenness(skinRed, skinGreen, skinBlue), scale));
    const lightness = log(brightness);
    const shaded = f32x4.mul(skinLight, f32x4.pmin(f32x4.splat(1), scale));
    const warmLimit = plus(times(shaded, 0.07), 9);
    const greenLimit = plus(times(shaded, 0.04), 5);
    const limit = v128.bitselect(f32x4.splat(0.36), f32x4.splat(0.55), f32x4.lt(lightness, zero));
    const distance = f32x4.add(
      f32x4.add(
        squared(f32x4.div(times(warm, 0.5 / tolerance), warmLimit)),
        squared(f32x4.div(times(greenish, 0.25 / tolerance), greenLimit)),
      ),
      squared(f32x4.div(lightness, limit)),
    );
    const usual = f32x4.pmax(zero, greenOver(skinRed, skinGreen, skinBlue));
    const greener = f32x4.sub(greenOver(red, green, blue), usual);
    const near = unit(times(f32x4.sub(f32x4.splat(9), distance), 1.0 / 6.0));
    v128.store(skin, f32x4.mul(near, ramp(0.16, 0.08, greener)));
  }
}

function sum(red: v128, green: v128, blue: v128): v128 {
  return f32x4.add(f32x4.add(red, green), blue);
}

function third(values: v128): v128 {
  return times(values, 1.0 / 3.0);
}

function plus(values: v128, number: f32): v128 {
  return f32x4.add(values, f32x4.splat(number));
}

function times(values: v128, number: f32): v128 {
  return f32x4.mul(values, f32x4.splat(number));
}

function squared(values: v128): v128 {
  return f32x4.mul(values, values);
}

function greenness(red: v128, green: v128, blue: v128): v128 {
  return f32x4.sub(f32x4.sub(times(green, 2), red), blue);
}

function greenOver(red: v128, green: v128, blue: v128): v128 {
  return f32x4.div(f32x4.sub(green, f32x4.pmax(red, blue)), plus(green, 20));
}

/** @param plane changed: its `ramp`, or with `smooth` its `smoothstep`. */
export function rampPlane(plane: usize, count: i32, from: f32, to: f32, smooth: bool): void {
  for (const end = plane + 4 * count; plane < end; plane += 16) {
    const values = v128.load(plane);
    v128.store(plane, smooth ? smoothstep(from, to, values) : ramp(from, to, values));
  }
}

/**
 * @param rims,cover,beard changed: ramps of themselves, `cover` at least `objects`, `beard` not on lips.
 * @param skin changed: at least the nose.
 * @param alpha written: 1 − cover.
 */
export function joinCovers(
  rims: usize,
  cover: usize,
  beard: usize,
  objects: usize,
  lips: usize,
  features: usize,
  pigmented: usize,
  certainFrom: f32,
  certainAll: f32,
  besideLips: f32,
  count: i32,
  skin: usize,
  alpha: usize,
): void {
  const one = f32x4.splat(1);
  for (let at = 0; at < 4 * count; at += 16) {
    v128.store(rims + at, ramp(0.15, 0.4, v128.load(rims + at)));
    const covers = f32x4.pmax(v128.load(objects + at), ramp(certainFrom, certainAll, v128.load(cover + at)));
    v128.store(cover + at, covers);
    const besides = ramp(1, besideLips, v128.load(lips + at));
    v128.store(beard + at, f32x4.mul(ramp(certainFrom, certainAll, v128.load(beard + at)), besides));
    const free = f32x4.sub(one, covers);
    v128.store(alpha + at, free);
    // The sides of the nose are shaded skin.
    const nose = f32x4.mul(unit(v128.load(features + at)), rest(v128.load(pigmented + at)));
    v128.store(skin + at, f32x4.pmax(v128.load(skin + at), f32x4.mul(nose, free)));
  }
}

/**
 * @param alpha changed: opacity of the new face, from the blurred 1 − cover.
 * @param skin changed: without rims and beard.
 * @param inside 0 on the silhouette, 1 inside.
 */
export function finishMask(
  alpha: usize,
  skin: usize,
  rims: usize,
  cover: usize,
  beard: usize,
  feather: usize,
  inside: usize,
  transparentUpTo: f32,
  opaqueFrom: f32,
  count: i32,
): void {
  const one = f32x4.splat(1);
  for (let at = 0; at < 4 * count; at += 16) {
    const bare = f32x4.mul(f32x4.sub(one, v128.load(rims + at)), f32x4.sub(one, v128.load(beard + at)));
    const soft = f32x4.mul(smoothstep(0, opaqueFrom, v128.load(feather + at)), v128.load(inside + at));
    const free = f32x4.sub(one, v128.load(cover + at));
    const opaque = ramp(transparentUpTo, 1, v128.load(alpha + at));
    v128.store(alpha + at, f32x4.mul(f32x4.mul(opaque, f32x4.mul(soft, bare)), free));
    v128.store(skin + at, f32x4.mul(v128.load(skin + at), bare));
  }
}
