/**
 * Reads an RGB texture between four texels: a vector of red, green, blue and something of no meaning.
 *
 * @param corner address of the upper left texel of the four, three bytes a texel; one byte beyond the last is read.
 * @param stride bytes of a row.
 * @param across,down how far to go from the left texel to the right one and from the upper to the lower, 0–1.
 */
export function sample(corner: usize, stride: usize, across: v128, down: v128): v128 {
  const upper = mix(loadPixel(corner), loadPixel(corner + 3), across);
  const lower = mix(loadPixel(corner + stride), loadPixel(corner + stride + 3), across);
  return mix(upper, lower, down);
}

/** One pixel's bytes as numbers; the fourth is the next pixel's red. */
export function loadPixel(at: usize): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(at))));
}

/** The first three numbers, rounded and clamped, as bytes. */
export function storePixel(at: usize, rgb: v128): void {
  // Added to 2²³ a number under 256 is rounded, and its bits end in that very byte.
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
