import { fixed } from './fixed';
import { loadPixel, mix } from './sample';

/** For faces up to 4096 pixels. */
const BITS: i32 = 18;
const FRACTIONS: i32 = (1 << BITS) - 1;
const UNIT: f32 = 1 / <f32>(1 << BITS);

/** Steps are rounded: stays this far within the edges. */
const SLACK: f64 = 0.01;

/** As OpenCV's warp of doubles: sums of two coordinates in 1/1024 pixel, rounded to 1/32. */
const COARSE_BITS: i32 = 5;
const SUM_BITS: i32 = 10;
const SUM_UNIT: f64 = <f64>(1 << SUM_BITS);
const DROPPED_BITS: i32 = SUM_BITS - COARSE_BITS;
const HALF_STEP: i32 = 1 << (DROPPED_BITS - 1);
const COARSE_UNIT: f32 = 1 / <f32>(1 << COARSE_BITS);

/**
 * In place: picture · (1 − share) + face · share, truncated.
 * @param picture width × height × 3 bytes.
 * @param a,b,c,d,e,f picture to `face`, pixel centres at whole numbers in both.
 * @param face side × side × 4 f32: red, green, blue, 0–255, and the share, 0–1, which is 0 at the edges.
 * @param deltas scratch, width × 2 i32: reads colours, not shares, at coordinates rounded to 1/32 pixel. 0: exactly.
 */
export function pasteFace(
  picture: usize,
  width: i32,
  height: i32,
  a: f64,
  b: f64,
  c: f64,
  d: f64,
  e: f64,
  f: f64,
  face: usize,
  side: i32,
  deltas: usize,
): void {
  const row = 16 * side;
  const last = <f64>(side - 1) - SLACK;
  const step = places(a, d);
  const halfStep = i32x4.splat(HALF_STEP);
  if (deltas) {
    for (let x: i32 = 0; x < width; x++) v128.store64_lane(deltas + 8 * x, sums(a * <f64>x, d * <f64>x), 0);
  }
  for (let y = 0; y < height; y++, picture += 3 * width) {
    const u = b * <f64>y + c;
    const v = e * <f64>y + f;
    const from = Math.ceil(Math.max(0, Math.max(entry(a, u, SLACK, last), entry(d, v, SLACK, last))));
    const to = Math.floor(Math.min(<f64>(width - 1), Math.min(exit(a, u, SLACK, last), exit(d, v, SLACK, last))));
    if (!(from <= to)) continue;
    const end = picture + 3 * (<i32>to + 1);
    let at = places(a * from + u, d * from + v);
    const start = i32x4.add(sums(u, v), halfStep);
    let delta = deltas + 8 * <i32>from;
    for (let pixel = picture + 3 * <i32>from; pixel < end; pixel += 3, at = i32x4.add(at, step)) {
      const whole = i32x4.shr_s(at, BITS);
      const shares = f32x4.mul(f32x4.convert_i32x4_s(v128.and(at, i32x4.splat(FRACTIONS))), f32x4.splat(UNIT));
      let colours = shares;
      if (deltas) {
        // Rounding moves a place to the next pixel at most, so the four corners remain.
        const coarse = i32x4.shr_s(i32x4.add(start, v128.load64_zero(delta)), DROPPED_BITS);
        const steps = i32x4.sub(coarse, i32x4.shl(whole, COARSE_BITS));
        colours = f32x4.mul(f32x4.convert_i32x4_s(steps), f32x4.splat(COARSE_UNIT));
        delta += 8;
      }
      const right = i32x4.shuffle(colours, shares, 0, 0, 0, 4);
      const corner = face + i32x4.extract_lane(whole, 1) * row + 16 * i32x4.extract_lane(whole, 0);
      const upper = mix(v128.load(corner), v128.load(corner, 16), right);
      const lower = mix(v128.load(corner + row), v128.load(corner + row, 16), right);
      const sampled = mix(upper, lower, i32x4.shuffle(colours, shares, 1, 1, 1, 5));
      const mixed = mix(loadPixel(pixel), sampled, i32x4.shuffle(sampled, sampled, 3, 3, 3, 3));
      storeTruncated(pixel, mixed);
    }
  }
}

function sums(u: f64, v: f64): v128 {
  const scaled = f64x2.replace_lane(f64x2.splat(u * SUM_UNIT), 1, v * SUM_UNIT);
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.nearest(scaled));
}

function places(u: f64, v: f64): v128 {
  return i32x4.replace_lane(i32x4.splat(fixed(u, BITS)), 1, fixed(v, BITS));
}

function storeTruncated(at: usize, rgb: v128): void {
  const whole = i32x4.trunc_sat_f32x4_s(rgb);
  const words = i16x8.narrow_i32x4_s(whole, whole);
  const bytes = i8x16.narrow_i16x8_u(words, words);
  v128.store_lane<u16>(at, bytes, 0);
  v128.store_lane<u8>(at + 2, bytes, 2);
}

/** The least x for which slope · x + start lies from `least` to `most`; Infinity if there is none. */
function entry(slope: f64, start: f64, least: f64, most: f64): f64 {
  if (slope == 0) return start >= least && start <= most ? -Infinity : Infinity;
  return ((slope > 0 ? least : most) - start) / slope;
}

/** The greatest. */
function exit(slope: f64, start: f64, least: f64, most: f64): f64 {
  if (slope == 0) return start >= least && start <= most ? Infinity : -Infinity;
  return ((slope > 0 ? most : least) - start) / slope;
}
