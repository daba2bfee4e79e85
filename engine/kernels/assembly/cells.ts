/**
 * Squares are smaller at the right and lower edge.
 * @param rgb width × height × 3 bytes; reads ≤ 15 beyond.
 * @param cell ≤ 257, so that a column sum fits 16 bits.
 * @param means ⌈width / cell⌉ × ⌈height / cell⌉ × 3 f32, written.
 * @param sums 3 · width u16 and 32 bytes more.
 */
export function cellMeans(rgb: usize, width: i32, height: i32, cell: i32, means: usize, sums: usize): void {
  const stride = 3 * width;
  for (let top = 0; top < height; top += cell) {
    const tall = min(cell, height - top);
    for (let x = 0; x < stride; x += 16) {
      let low = i16x8.splat(0);
      let high = i16x8.splat(0);
      for (let y = top; y < top + tall; y++) {
        const bytes = v128.load(rgb + y * stride + x);
        low = i16x8.add(low, i16x8.extend_low_i8x16_u(bytes));
        high = i16x8.add(high, i16x8.extend_high_i8x16_u(bytes));
      }
      v128.store(sums + 2 * x, low);
      v128.store(sums + 2 * x, high, 16);
    }
    for (let left = 0; left < width; left += cell, means += 12) {
      const wide = min(cell, width - left);
      const share = 1 / <f64>(wide * tall);
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let from = sums + 6 * left, end = from + 6 * wide; from < end; from += 6) {
        red += <i32>load<u16>(from);
        green += <i32>load<u16>(from, 2);
        blue += <i32>load<u16>(from, 4);
      }
      store<f32>(means, <f32>(<f64>red * share));
      store<f32>(means, <f32>(<f64>green * share), 4);
      store<f32>(means, <f32>(<f64>blue * share), 8);
    }
  }
}
