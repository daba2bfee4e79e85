import { storeLanes } from './lanes';

/** Maximum, then minimum over 2·radius + 1 squared, clipped at the border. Parameters as for `dilate`. */
export function close(plane: usize, width: i32, height: i32, radius: i32, scratch: usize, padded: usize): void {
  dilate(plane, width, height, radius, scratch, padded);
  negate(plane, width * height);
  dilate(plane, width, height, radius, scratch, padded);
  negate(plane, width * height);
}

/**
 * Maximum over 2·radius + 1 squared, clipped at the border.
 * @param plane width × height f32, overwritten.
 * @param scratch as large.
 * @param padded one row and 2·radius + 4 f32 more.
 */
export function dilate(plane: usize, width: i32, height: i32, radius: i32, scratch: usize, padded: usize): void {
  const none = f32x4.splat(-Infinity);
  for (let y = 0; y < height; y++) {
    const row = 4 * y * width;
    for (let x = 0; x < width + 2 * radius + 4; x += 4) v128.store(padded + 4 * x, none);
    memory.copy(padded + 4 * radius, plane + row, 4 * width);
    for (let x = 0; x < width; x += 4) {
      let best = none;
      for (let i = 0; i <= 2 * radius; i++) best = f32x4.pmax(best, v128.load(padded + 4 * (x + i)));
      storeLanes(scratch + row + 4 * x, best, width - x);
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 4) {
      let best = none;
      for (let other = max(0, y - radius); other <= min(height - 1, y + radius); other++) {
        best = f32x4.pmax(best, v128.load(scratch + 4 * (other * width + x)));
      }
      storeLanes(plane + 4 * (y * width + x), best, width - x);
    }
  }
}

function negate(plane: usize, count: i32): void {
  for (let i = 0; i < count; i++) store<f32>(plane + 4 * i, -load<f32>(plane + 4 * i));
}
