import { clamp, rest } from './curves';
import { channel, storeInterleaved } from './interleaved';
import { exp, log } from './logarithm';
import { mirrored, mirroredChannel, mirroredPlane } from './mirror';
import { mix } from './sample';

// Planes: size² f32; colours: size² × 3 f32; `size` is a multiple of 4.

/** Logarithms of the mean of three channels. */
export function logLightness(rgb: usize, count: i32, logs: usize): void {
  for (let i = 0; i < count; i += 4, rgb += 48, logs += 16) {
    const sum = f32x4.add(f32x4.add(channel(rgb, 0), channel(rgb, 1)), channel(rgb, 2));
    v128.store(logs, log(f32x4.mul(sum, f32x4.splat(1.0 / 3.0))));
  }
}

/** Of values above −offset. @param logs may be `values`. */
export function logarithms(values: usize, count: i32, offset: f32, logs: usize): void {
  for (let at = 0; at < 4 * count; at += 16)
    v128.store(logs + at, log(f32x4.add(v128.load(values + at), f32x4.splat(offset))));
}

/**
 * @param band written: finer − coarser.
 * @param energy written: plain · band², at most strongest².
 */
export function bandEnergy(
  finer: usize,
  coarser: usize,
  plain: usize,
  strongest: f32,
  count: i32,
  band: usize,
  energy: usize,
): void {
  const most = f32x4.splat(strongest * strongest);
  for (let at = 0; at < 4 * count; at += 16) {
    const own = f32x4.sub(v128.load(finer + at), v128.load(coarser + at));
    v128.store(band + at, own);
    v128.store(energy + at, f32x4.mul(v128.load(plain + at), f32x4.pmin(f32x4.mul(own, own), most)));
  }
}

/**
 * @param change changed: plus what brings the band's energy to the wanted one.
 * @param least,excess energy that always stays; share of the mirrored half's.
 * @param grain energy taken away.
 */
export function evenBand(
  change: usize,
  band: usize,
  energy: usize,
  plain: usize,
  least: f32,
  excess: f32,
  grain: f32,
  size: i32,
): void {
  const zero = f32x4.splat(0);
  for (let i = 0; i < size * size; i += 4) {
    const own = v128.load(energy + 4 * i);
    const other = mirroredPlane(energy, mirrored(i, size));
    const even = f32x4.pmax(f32x4.splat(least), f32x4.mul(f32x4.splat(excess), other));
    const wanted = f32x4.pmax(zero, f32x4.sub(f32x4.pmin(own, even), f32x4.splat(grain)));
    const less = f32x4.sub(f32x4.sqrt(f32x4.div(wanted, own)), f32x4.splat(1));
    const weighed = f32x4.mul(v128.load(plain + 4 * i), f32x4.mul(less, v128.load(band + 4 * i)));
    const more = v128.and(f32x4.lt(wanted, own), weighed);
    v128.store(change + 4 * i, f32x4.add(v128.load(change + 4 * i), more));
  }
}

/** @param rgb changed: times exp(change). */
export function scaleByExp(rgb: usize, change: usize, count: i32): void {
  for (let i = 0; i < count; i += 4, rgb += 48, change += 16) {
    const factor = exp(v128.load(change));
    storeInterleaved(
      rgb,
      f32x4.mul(channel(rgb, 0), factor),
      f32x4.mul(channel(rgb, 1), factor),
      f32x4.mul(channel(rgb, 2), factor),
    );
  }
}

/**
 * @param detail changed: its shade, whose logarithms are `shade`, becomes that of both halves, and on plain skin the
 * more neutral one.
 */
export function symmetriseShade(
  detail: usize,
  shade: usize,
  pigmented: usize,
  eyes: usize,
  strength: f32,
  size: i32,
): void {
  for (let i = 0; i < size * size; i += 4) {
    const j = mirrored(i, size);
    const plain = rest(v128.load(pigmented + 4 * i));
    const share = f32x4.mul(f32x4.splat(strength), f32x4.sub(f32x4.splat(1), v128.load(eyes + 4 * i)));
    const to = detail + 12 * i;
    const at = shade + 12 * i;
    storeInterleaved(
      to,
      f32x4.mul(channel(to, 0), evened(channel(at, 0), mirroredChannel(shade, j, 0), plain, share)),
      f32x4.mul(channel(to, 1), evened(channel(at, 1), mirroredChannel(shade, j, 1), plain, share)),
      f32x4.mul(channel(to, 2), evened(channel(at, 2), mirroredChannel(shade, j, 2), plain, share)),
    );
  }
}

function evened(own: v128, other: v128, plain: v128, share: v128): v128 {
  const even = f32x4.mul(f32x4.splat(0.5), f32x4.add(own, other));
  const eased = f32x4.sub(softClip(nearerNeutral(own, other)), even);
  const change = f32x4.sub(f32x4.add(even, f32x4.mul(plain, eased)), own);
  return exp(f32x4.mul(share, clamp(change, -1, 1)));
}

function nearerNeutral(a: v128, b: v128): v128 {
  const weightA = exp(f32x4.mul(f32x4.splat(-8), f32x4.abs(a)));
  const weightB = exp(f32x4.mul(f32x4.splat(-8), f32x4.abs(b)));
  const sum = f32x4.add(f32x4.mul(weightA, a), f32x4.mul(weightB, b));
  return f32x4.div(sum, f32x4.add(weightA, weightB));
}

/** Half beyond ±0.12. */
function softClip(shade: v128): v128 {
  const bounded = clamp(shade, -0.12, 0.12);
  return f32x4.add(bounded, f32x4.mul(f32x4.splat(0.5), f32x4.sub(shade, bounded)));
}

/**
 * @param logs of light + 1.
 * @param slow blurred confidence of each half.
 * @param even written: light mixed with the mirrored half's, by at most `strength`.
 */
export function mirrorLight(logs: usize, slow: usize, eyes: usize, strength: f32, size: i32, even: usize): void {
  const one = f32x4.splat(1);
  const least = f32x4.splat(0.01);
  for (let i = 0; i < size * size; i += 4) {
    const j = mirrored(i, size);
    const own = f32x4.add(v128.load(slow + 4 * i), least);
    const other = f32x4.add(mirroredPlane(slow, j), least);
    const weight = f32x4.mul(f32x4.splat(strength), f32x4.div(other, f32x4.add(own, other)));
    const share = f32x4.mul(weight, f32x4.sub(one, v128.load(eyes + 4 * i)));
    const at = logs + 12 * i;
    storeInterleaved(
      even + 12 * i,
      f32x4.sub(exp(mix(channel(at, 0), mirroredChannel(logs, j, 0), share)), one),
      f32x4.sub(exp(mix(channel(at, 1), mirroredChannel(logs, j, 1), share)), one),
      f32x4.sub(exp(mix(channel(at, 2), mirroredChannel(logs, j, 2), share)), one),
    );
  }
}

/** (0.05 + confidence) · (1 − eyes). */
export function beside(eyes: usize, confidence: usize, count: i32, weights: usize): void {
  for (let at = 0; at < 4 * count; at += 16) {
    const free = f32x4.sub(f32x4.splat(1), v128.load(eyes + at));
    v128.store(weights + at, f32x4.mul(f32x4.add(v128.load(confidence + at), f32x4.splat(0.05)), free));
  }
}
