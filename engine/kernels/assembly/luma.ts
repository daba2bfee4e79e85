/**
 * red + 2·green + blue.
 * @param rgb count × 3 bytes; reads ≤ 24 beyond.
 * @param lumas count × i16, written, ≤ 14 bytes beyond.
 */
export function luma(rgb: usize, count: i32, lumas: usize): void {
  const none = i32x4.splat(0);
  for (let i = 0; i < count; i += 8, rgb += 24, lumas += 16) {
    const first = v128.load(rgb);
    const second = v128.load(rgb, 8);
    const bytes = i8x16.shuffle(first, second, 0, 3, 6, 9, 20, 23, 26, 29, 1, 4, 7, 10, 21, 24, 27, 30);
    const blues = i8x16.shuffle(first, second, 2, 5, 8, 11, 22, 25, 28, 31, 0, 0, 0, 0, 0, 0, 0, 0);
    const red = i16x8.extend_low_i8x16_u(bytes);
    const green = i16x8.extend_high_i8x16_u(bytes);
    const blue = i8x16.shuffle(blues, none, 0, 16, 1, 16, 2, 16, 3, 16, 4, 16, 5, 16, 6, 16, 7, 16);
    v128.store(lumas, i16x8.add(i16x8.add(red, blue), i16x8.shl(green, 1)));
  }
}
