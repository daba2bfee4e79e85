import { loadPixel, mix } from './sample';

/**
 * Bilinear, borders replicated.
 * @param image width × height × 3 bytes, both at least 2; reads ≤ 4 bytes beyond.
 * @param ids count i16: −1 stays black.
 * @param across,down count f32, pixels of the image.
 * @param rgb count × 3 f32, written, ≤ 4 bytes beyond.
 */
export function unwrap(
  image: usize,
  width: i32,
  height: i32,
  ids: usize,
  across: usize,
  down: usize,
  count: i32,
  rgb: usize,
): void {
  const right = <f32>(width - 1);
  const bottom = <f32>(height - 1);
  for (let i = 0; i < count; i++, rgb += 12) {
    if (load<i16>(ids + 2 * i) < 0) {
      v128.store(rgb, f32x4.splat(0));
      continue;
    }
    const x = max<f32>(0, min<f32>(right, load<f32>(across + 4 * i) - 0.5));
    const y = max<f32>(0, min<f32>(bottom, load<f32>(down + 4 * i) - 0.5));
    const left = min(width - 2, <i32>x);
    const top = min(height - 2, <i32>y);
    const toRight = f32x4.splat(x - <f32>left);
    const at = image + 3 * (top * width + left);
    const upper = mix(loadPixel(at), loadPixel(at + 3), toRight);
    const lower = mix(loadPixel(at + 3 * width), loadPixel(at + 3 * width + 3), toRight);
    v128.store(rgb, mix(upper, lower, f32x4.splat(y - <f32>top)));
  }
}

/**
 * @param plane count f32, changed: at least the mask's share where covered.
 * @param ids,across,down as for `unwrap`.
 * @param shares side × side bytes.
 * @param toMask 6 f64: place in the mask = a · x + b · y + c, d · x + e · y + f.
 */
export function unwrapShares(
  plane: usize,
  ids: usize,
  across: usize,
  down: usize,
  count: i32,
  shares: usize,
  side: i32,
  toMask: usize,
): void {
  const last = <f64>(side - 1);
  for (let i = 0; i < count; i++, plane += 4) {
    if (load<i16>(ids + 2 * i) < 0) continue;
    const x = <f64>load<f32>(across + 4 * i);
    const y = <f64>load<f32>(down + 4 * i);
    const column = max(0.0, min(last, load<f64>(toMask) * x + load<f64>(toMask, 8) * y + load<f64>(toMask, 16)));
    const row = max(0.0, min(last, load<f64>(toMask, 24) * x + load<f64>(toMask, 32) * y + load<f64>(toMask, 40)));
    const left = min(side - 2, <i32>column);
    const top = min(side - 2, <i32>row);
    const at = shares + top * side + left;
    const toRight = column - <f64>left;
    const upper = between(at, toRight);
    const share = (upper + (between(at + side, toRight) - upper) * (row - <f64>top)) / 255;
    if (share > <f64>load<f32>(plane)) store<f32>(plane, <f32>share);
  }
}

function between(at: usize, share: f64): f64 {
  const left = <f64>load<u8>(at);
  return left + (<f64>load<u8>(at, 1) - left) * share;
}
