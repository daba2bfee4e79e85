import { clamp, ramp, rest, unit } from './curves';
import { channel, storeInterleaved } from './interleaved';
import { exp, log } from './logarithm';
import { mix } from './sample';

// Planes: count f32, ≤ 12 bytes read or written beyond. Colours: count × 3 f32, ≤ 36 bytes beyond.

/** covered · (1 − fromTarget) · skin + least, without skin where `pigmented` is above `most`. */
export function comparableSkin(
  covered: usize,
  fromTarget: usize,
  pigmented: usize,
  skin: usize,
  most: f32,
  least: f32,
  count: i32,
  weights: usize,
): void {
  for (let at = 0; at < 4 * count; at += 16) {
    const shown = f32x4.mul(v128.load(covered + at), f32x4.sub(f32x4.splat(1), v128.load(fromTarget + at)));
    const plain = f32x4.le(v128.load(pigmented + at), f32x4.splat(most));
    const comparable = v128.and(plain, f32x4.mul(shown, v128.load(skin + at)));
    v128.store(weights + at, f32x4.add(comparable, f32x4.splat(least)));
  }
}

/**
 * @param base changed: becomes its mix with `mapped`.
 * @param mass confidence grows up to `fullMass`, where it is `strength`.
 * @param gain,shine,hue written.
 * @param numbers f32: strength, fullMass, warmth of red, green and blue, plain hue, hue of lips, hue of brows.
 */
export function relightCells(
  mapped: usize,
  mass: usize,
  pigmented: usize,
  brows: usize,
  base: usize,
  low: usize,
  count: i32,
  numbers: usize,
  gain: usize,
  shine: usize,
  hue: usize,
): void {
  const strength = load<f32>(numbers);
  const fullMass = load<f32>(numbers, 4);
  const one = f32x4.splat(1);
  for (let i = 0; i < count; i += 4) {
    const at = 12 * i;
    const share = f32x4.pmin(one, f32x4.mul(v128.load(mass + 4 * i), f32x4.splat(1 / fullMass)));
    const confidence = f32x4.mul(f32x4.splat(strength), share);
    const red = mixed(mapped, base, at, 0, confidence);
    const green = mixed(mapped, base, at, 1, confidence);
    const blue = mixed(mapped, base, at, 2, confidence);
    storeInterleaved(base + at, red, green, blue);
    const lowRed = channel(low + at, 0);
    const lowGreen = channel(low + at, 1);
    const lowBlue = channel(low + at, 2);
    const ratio = clamp(f32x4.div(lit(red, green, blue), lit(lowRed, lowGreen, lowBlue)), 0.25, 4);
    const isDarker = f32x4.le(ratio, one);
    const strong = v128.bitselect(ratio, exp(f32x4.mul(f32x4.splat(0.7), log(ratio))), isDarker);
    const marked = unit(v128.load(pigmented + 4 * i));
    const plain = f32x4.sub(one, marked);
    storeInterleaved(
      gain + at,
      f32x4.mul(strong, channelGain(red, lowRed, ratio, plain, load<f32>(numbers, 8))),
      f32x4.mul(strong, channelGain(green, lowGreen, ratio, plain, load<f32>(numbers, 12))),
      f32x4.mul(strong, channelGain(blue, lowBlue, ratio, plain, load<f32>(numbers, 16))),
    );
    v128.store(shine + 4 * i, v128.bitselect(one, f32x4.div(one, strong), isDarker));
    const faded = v128.bitselect(one, f32x4.div(one, f32x4.sqrt(ratio)), isDarker);
    const plainHue = f32x4.mul(faded, f32x4.splat(load<f32>(numbers, 20)));
    const brow = unit(v128.load(brows + 4 * i));
    const markedHue = mix(f32x4.splat(load<f32>(numbers, 24)), f32x4.splat(load<f32>(numbers, 28)), brow);
    v128.store(hue + 4 * i, mix(plainHue, markedHue, marked));
  }
}

function mixed(mapped: usize, base: usize, at: i32, which: i32, confidence: v128): v128 {
  return mix(f32x4.pmax(f32x4.splat(0), channel(mapped + at, which)), channel(base + at, which), confidence);
}

/** The offset bounds ratios of near-black colours. */
function lit(red: v128, green: v128, blue: v128): v128 {
  const sum = f32x4.add(f32x4.add(red, green), blue);
  return f32x4.add(f32x4.mul(sum, f32x4.splat(1.0 / 3.0)), f32x4.splat(4));
}

/** Shade takes the hue of the skin. */
function channelGain(to: v128, from: v128, ratio: v128, plain: v128, warmth: f32): v128 {
  const four = f32x4.splat(4);
  const own = f32x4.div(f32x4.add(to, four), f32x4.mul(f32x4.add(from, four), ratio));
  const warm = f32x4.add(f32x4.splat(1), f32x4.mul(plain, f32x4.splat(warmth)));
  return f32x4.mul(clamp(own, 0.4, 2.5), warm);
}

/**
 * Less where the target shines.
 * @param weights changed.
 * @param from,to light of the target over the base: shines fully, not at all.
 */
export function discountShine(weights: usize, target: usize, base: usize, from: f32, to: f32, count: i32): void {
  for (let i = 0; i < count; i += 4, target += 48, base += 48, weights += 16) {
    const third = f32x4.splat(1.0 / 3.0);
    const light = f32x4.mul(third, sumOf(target));
    const usual = f32x4.add(f32x4.mul(third, sumOf(base)), f32x4.splat(1));
    v128.store(weights, f32x4.mul(v128.load(weights), ramp(from, to, f32x4.div(light, usual))));
  }
}

function sumOf(rgb: usize): v128 {
  return f32x4.add(f32x4.add(channel(rgb, 0), channel(rgb, 1)), channel(rgb, 2));
}

/** strength · min(1, mass / full) · (1 − less · pigmented). */
export function hueConfidence(
  mass: usize,
  pigmented: usize,
  strength: f32,
  full: f32,
  less: f32,
  count: i32,
  confidence: usize,
): void {
  for (let at = 0; at < 4 * count; at += 16) {
    const known = f32x4.pmin(f32x4.splat(1), f32x4.mul(v128.load(mass + at), f32x4.splat(1 / full)));
    const free = f32x4.sub(f32x4.splat(1), f32x4.mul(f32x4.splat(less), unit(v128.load(pigmented + at))));
    v128.store(confidence + at, f32x4.mul(f32x4.mul(f32x4.splat(strength), known), free));
  }
}

/** covered · (1 − fromTarget) · (1 − pigmented) · skin + 10⁻⁵. */
export function plainSkin(
  covered: usize,
  fromTarget: usize,
  pigmented: usize,
  skin: usize,
  count: i32,
  weights: usize,
): void {
  for (let at = 0; at < 4 * count; at += 16) {
    const shown = f32x4.mul(v128.load(covered + at), f32x4.sub(f32x4.splat(1), v128.load(fromTarget + at)));
    const plain = f32x4.mul(rest(v128.load(pigmented + at)), v128.load(skin + at));
    v128.store(weights + at, f32x4.add(f32x4.mul(shown, plain), f32x4.splat(1e-5)));
  }
}

/**
 * @param base changed: plus toned · (exp(−change) − 1).
 * @param excess,mass logarithm of luminance, weighed, and its weights.
 * @param numbers f32: allowance, strength, from and to of brighter skin, from and to of darker skin, full mass.
 */
export function easeShade(
  base: usize,
  low: usize,
  toned: usize,
  excess: usize,
  mass: usize,
  pigmented: usize,
  count: i32,
  numbers: usize,
): void {
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let i = 0; i < count; i += 4, base += 48, low += 48, toned += 48) {
    const weight = v128.load(mass + 4 * i);
    const off = f32x4.div(v128.load(excess + 4 * i), weight);
    const beyond = f32x4.pmax(zero, f32x4.sub(f32x4.abs(off), f32x4.splat(load<f32>(numbers))));
    if (!v128.any_true(f32x4.gt(beyond, zero))) continue;
    const ratio = f32x4.div(sumAbove(base), sumAbove(low));
    const stained = ramp(load<f32>(numbers, 8), load<f32>(numbers, 12), ratio);
    const isDull = f32x4.lt(off, zero);
    const dull = v128.and(isDull, ramp(load<f32>(numbers, 16), load<f32>(numbers, 20), ratio));
    const known = f32x4.pmin(one, f32x4.mul(weight, f32x4.splat(1 / load<f32>(numbers, 24))));
    const plain = f32x4.mul(known, rest(v128.load(pigmented + 4 * i)));
    const confidence = f32x4.mul(f32x4.mul(f32x4.splat(load<f32>(numbers, 4)), f32x4.pmax(stained, dull)), plain);
    const change = f32x4.mul(confidence, beyond);
    const eased = f32x4.sub(exp(v128.bitselect(change, f32x4.neg(change), isDull)), one);
    storeInterleaved(
      base,
      f32x4.add(channel(base, 0), f32x4.mul(eased, f32x4.pmax(zero, channel(toned, 0)))),
      f32x4.add(channel(base, 1), f32x4.mul(eased, f32x4.pmax(zero, channel(toned, 1)))),
      f32x4.add(channel(base, 2), f32x4.mul(eased, f32x4.pmax(zero, channel(toned, 2)))),
    );
  }
}

function sumAbove(rgb: usize): v128 {
  return f32x4.add(f32x4.pmax(f32x4.splat(0), sumOf(rgb)), f32x4.splat(4));
}
