/**
 * An odd last row or column is dropped.
 * @param rgb width × height × 3 bytes; reads ≤ 4 bytes beyond.
 * @param halved ⌊width / 2⌋ × ⌊height / 2⌋ × 3 bytes, written, ≤ 2 bytes beyond.
 */
export function halve(rgb: usize, width: i32, height: i32, halved: usize): void {
  const row = 3 * width;
  const columns = width >> 1;
  for (let y = 0; y < height >> 1; y++) {
    const upper = rgb + 2 * y * row;
    const to = halved + 3 * y * columns;
    for (let x = 0; x < columns; x += 2) {
      const sums = i16x8.add(besides(upper + 6 * x), besides(upper + 6 * x + row));
      const means = i16x8.shr_u(i16x8.add(sums, i16x8.splat(2)), 2);
      const bytes = i8x16.narrow_i16x8_u(means, means);
      v128.store_lane<u32>(to + 3 * x, bytes, 0);
      v128.store_lane<u16>(to + 3 * x + 4, bytes, 2);
    }
  }
}

function besides(at: usize): v128 {
  const four = v128.load(at);
  const first = i8x16.shuffle(four, four, 0, 1, 2, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const second = i8x16.shuffle(four, four, 3, 4, 5, 9, 10, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return i16x8.add(i16x8.extend_low_i8x16_u(first), i16x8.extend_low_i8x16_u(second));
}
