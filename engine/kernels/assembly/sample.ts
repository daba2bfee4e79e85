/**
 * Reads an RGB texture between four texels: a vector of red, green, blue and something of no meaning.
 *
 * @param texture address of its first byte, three a texel; two bytes beyond its end are read.
 * @param stride bytes of a row.
 * @param u,v in texels, 0 in the middle of the first; at least one texel to the right and below there must be.
 */
export function sample(texture: usize, stride: usize, u: f32, v: f32): v128 {
  const left = <i32>u;
  const top = <i32>v;
  const upperPair = texture + top * stride + 3 * left;
  const across = f32x4.splat(u - <f32>left);
  const upper = betweenTexels(v128.load_zero<u64>(upperPair), across);
  const lower = betweenTexels(v128.load_zero<u64>(upperPair + stride), across);
  return mix(upper, lower, f32x4.splat(v - <f32>top));
}

/** Between two texels that lie side by side in the first six bytes. */
function betweenTexels(pair: v128, share: v128): v128 {
  const none = i32x4.splat(0);
  const left = i8x16.shuffle(pair, none, 0, 16, 16, 16, 1, 16, 16, 16, 2, 16, 16, 16, 16, 16, 16, 16);
  const right = i8x16.shuffle(pair, none, 3, 16, 16, 16, 4, 16, 16, 16, 5, 16, 16, 16, 16, 16, 16, 16);
  return mix(f32x4.convert_i32x4_s(left), f32x4.convert_i32x4_s(right), share);
}

/** One pixel's bytes as numbers; the fourth is the next pixel's red. */
export function loadPixel(at: usize): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(at))));
}

/** The first three numbers as bytes, cut off below and clamped to 0–255. */
export function storePixel(at: usize, rgb: v128): void {
  const words = i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(rgb), rgb);
  const bytes = i8x16.narrow_i16x8_u(words, words);
  v128.store_lane<u16>(at, bytes, 0);
  v128.store_lane<u8>(at + 2, bytes, 2);
}

export function mix(a: v128, b: v128, share: v128): v128 {
  return f32x4.add(a, f32x4.mul(share, f32x4.sub(b, a)));
}
