import { channel } from './interleaved';

// Four texels of the other half, in the order of their own.

/** @param at first of four texels, in texels. @param size texels a side, a multiple of 4. */
export function mirrored(at: i32, size: i32): i32 {
  const x = at % size;
  return at - x + size - 4 - x;
}

export function reversed(values: v128): v128 {
  return i32x4.shuffle(values, values, 3, 2, 1, 0);
}

export function mirroredPlane(plane: usize, other: i32): v128 {
  return reversed(v128.load(plane + 4 * other));
}

export function mirroredChannel(rgb: usize, other: i32, which: i32): v128 {
  return reversed(channel(rgb + 12 * other, which));
}

/** Lanes of triangles, without those of −1. @param ids i16. */
export function covered(ids: usize): v128 {
  return i32x4.ge_s(i32x4.extend_low_i16x8_s(v128.load_zero<u64>(ids)), i32x4.splat(0));
}
