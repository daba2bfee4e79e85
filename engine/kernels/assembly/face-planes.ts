import { channel, storeInterleaved } from './interleaved';

/** Four pixels at a time: the last vector may reach beyond. */

/**
 * @param rgb count × 3 bytes.
 * @param planes 3 × count f32: byte × scale + offset.
 * @param scales,offsets 3 f32 each.
 */
export function bytesToPlanes(rgb: usize, count: i32, scales: usize, offsets: usize, planes: usize): void {
  const plane = 4 * count;
  for (let k: usize = 0; k < 3; k++) {
    const scale = v128.load32_splat(scales + 4 * k);
    const offset = v128.load32_splat(offsets + 4 * k);
    let into = planes + k * plane;
    for (let at = rgb + k, end = rgb + 3 * count; at < end; at += 12, into += 16) {
      const bytes = v128.load(at);
      const numbers = v128.and(
        i8x16.swizzle(bytes, i8x16(0, 1, 1, 1, 3, 1, 1, 1, 6, 1, 1, 1, 9, 1, 1, 1)),
        i32x4.splat(255),
      );
      v128.store(into, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(numbers), scale), offset));
    }
  }
}

/**
 * @param planes 3 × count f32.
 * @param rgb count × 3 f32: number × scale + offset, from 0 to 255.
 */
export function planesToNumbers(planes: usize, count: i32, scales: usize, offsets: usize, rgb: usize): void {
  const plane = 4 * count;
  for (let at = planes, end = planes + plane; at < end; at += 16, rgb += 48) {
    storeInterleaved(
      rgb,
      colour(at, scales, offsets),
      colour(at + plane, scales + 4, offsets + 4),
      colour(at + 2 * plane, scales + 8, offsets + 8),
    );
  }
}

function colour(at: usize, scale: usize, offset: usize): v128 {
  const value = f32x4.add(f32x4.mul(v128.load(at), v128.load32_splat(scale)), v128.load32_splat(offset));
  return f32x4.pmax(f32x4.splat(0), f32x4.pmin(f32x4.splat(255), value));
}

/**
 * What `pasteFace` reads: colours and share of each pixel, within a rim of one pixel that repeats the colours
 * and has the share 0.
 * @param rgb side × side × 3 f32; `mask` side × side f32.
 * @param layers (side + 2) × (side + 2) × 4 f32.
 */
export function layerFace(rgb: usize, mask: usize, side: i32, strength: f32, layers: usize): void {
  const row = 16 * (side + 2);
  for (let y = 0; y < side; y++) {
    const first = layers + row * (y + 1);
    for (let x = 0; x < side; x += 4) {
      const numbers = rgb + 12 * (side * y + x);
      const into = first + 16 * x;
      const red = channel(numbers, 0);
      const green = channel(numbers, 1);
      const blue = channel(numbers, 2);
      const share = f32x4.mul(v128.load(mask + 4 * (side * y + x)), f32x4.splat(strength));
      const redGreen = i32x4.shuffle(red, green, 0, 4, 1, 5);
      const blueShare = i32x4.shuffle(blue, share, 0, 4, 1, 5);
      const laterRedGreen = i32x4.shuffle(red, green, 2, 6, 3, 7);
      const laterBlueShare = i32x4.shuffle(blue, share, 2, 6, 3, 7);
      v128.store(into, i64x2.shuffle(redGreen, blueShare, 0, 2), 16);
      v128.store(into, i64x2.shuffle(redGreen, blueShare, 1, 3), 32);
      v128.store(into, i64x2.shuffle(laterRedGreen, laterBlueShare, 0, 2), 48);
      v128.store(into, i64x2.shuffle(laterRedGreen, laterBlueShare, 1, 3), 64);
    }
    v128.store(first, bare(first + 16));
    v128.store(first + row - 16, bare(first + row - 32));
  }
  const last = layers + row * (side + 1);
  for (let x: i32 = 0; x < row; x += 16) {
    v128.store(layers + x, bare(layers + x + row));
    v128.store(last + x, bare(last + x - row));
  }
}

/** A pixel's colours with the share 0. */
function bare(at: usize): v128 {
  return f32x4.replace_lane(v128.load(at), 3, 0);
}
