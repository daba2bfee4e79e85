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
