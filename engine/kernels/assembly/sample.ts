/**
 * The fourth lane is undefined.
 * @param corner upper left texel; reads a byte beyond the last.
 * @param stride bytes of a row.
 * @param across,down weights of the right and lower texels, 0–1.
 */
export function sample(corner: usize, stride: usize, across: v128, down: v128): v128 {
  const upper = mix(loadPixel(corner), loadPixel(corner + 3), across);
  const lower = mix(loadPixel(corner + stride), loadPixel(corner + stride + 3), across);
  return mix(upper, lower, down);
}

/**
 * Mean of samples along `extent` around `place`.
 * @param place,last column and row in lanes 0 and 1; `last` bounds both.
 * @param spacing texels between samples
 */
export function sampleAlong(texture: usize, stride: usize, place: v128, extent: v128, last: v128, spacing: f32): v128 {
  const x = f32x4.extract_lane(extent, 0);
  const y = f32x4.extract_lane(extent, 1);
  const count = <i32>Mathf.ceil(Mathf.sqrt(x * x + y * y) / spacing);
  let sum = f32x4.splat(0);
  for (let n = 0; n < count; n++) {
    const share: f32 = (<f32>n + 0.5) / <f32>count - 0.5;
    const at = within(f32x4.add(place, f32x4.mul(f32x4.splat(share), extent)), last);
    const whole = i32x4.trunc_sat_f32x4_s(at);
    const rest = f32x4.sub(at, f32x4.convert_i32x4_s(whole));
    const corner = texture + i32x4.extract_lane(whole, 1) * stride + 3 * i32x4.extract_lane(whole, 0);
    sum = f32x4.add(sum, sample(corner, stride, splat(rest, 0), splat(rest, 1)));
  }
  return f32x4.div(sum, f32x4.splat(<f32>count));
}

export function within(place: v128, last: v128): v128 {
  return f32x4.pmax(f32x4.splat(0), f32x4.pmin(last, place));
}

export function splat(vector: v128, lane: i32): v128 {
  if (lane == 0) return i32x4.shuffle(vector, vector, 0, 0, 0, 0);
  if (lane == 1) return i32x4.shuffle(vector, vector, 1, 1, 1, 1);
  return i32x4.shuffle(vector, vector, 2, 2, 2, 2);
}

/** The fourth lane is the next pixel's red. */
export function loadPixel(at: usize): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(at))));
}

/** Rounded and clamped. */
export function storePixel(at: usize, rgb: v128): void {
  // Adding 2²³ rounds to an integer in the low mantissa bits.
  const clamped = f32x4.pmax(f32x4.splat(0), f32x4.pmin(f32x4.splat(255), rgb));
  const whole = v128.and(f32x4.add(clamped, f32x4.splat(8388608)), i32x4.splat(255));
  const words = i16x8.narrow_i32x4_s(whole, whole);
  const bytes = i8x16.narrow_i16x8_u(words, words);
  v128.store_lane<u16>(at, bytes, 0);
  v128.store_lane<u8>(at + 2, bytes, 2);
}

export function mix(a: v128, b: v128, share: v128): v128 {
  return f32x4.add(a, f32x4.mul(share, f32x4.sub(b, a)));
}
