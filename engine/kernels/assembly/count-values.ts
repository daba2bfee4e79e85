const UNCOVERED: i32 = -1;

/**
 * Pixels by value, of each channel, at every `stride`th row and column that `ids` covers.
 * @param ids width × height i16: a triangle's number or −1.
 * @param original,painted width × height × 3 bytes.
 * @param alpha width × height bytes; from `opaque` on, a pixel of `painted` counts.
 * @param before,after 3 × 256 u32, raised.
 */
export function countValues(
  ids: usize,
  original: usize,
  painted: usize,
  alpha: usize,
  width: i32,
  height: i32,
  stride: i32,
  opaque: i32,
  before: usize,
  after: usize,
): void {
  for (let y = 0; y < height; y += stride) {
    for (let x = 0; x < width; x += stride) {
      const i = y * width + x;
      if (<i32>load<i16>(ids + 2 * i) == UNCOVERED) continue;
      countPixel(original + 3 * i, before);
      if (<i32>load<u8>(alpha + i) >= opaque) countPixel(painted + 3 * i, after);
    }
  }
}

function countPixel(rgb: usize, counts: usize): void {
  for (let k = 0; k < 3; k++) {
    const at = counts + 4 * (256 * k + <i32>load<u8>(rgb + k));
    store<u32>(at, load<u32>(at) + 1);
  }
}
