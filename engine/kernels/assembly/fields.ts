/** Four scalars, then base, low with a fifth scalar, and gain, padded to four. */
const FIELDS: i32 = 64;

/**
 * Interleaves what `paint` reads of each cell.
 * @param alpha,shine,hue,darkHue count f32.
 * @param base,low,gain count × 3 f32; reads 4 bytes beyond.
 * @param fields count × 16 f32, written.
 */
export function packFields(
  alpha: usize,
  shine: usize,
  hue: usize,
  darkHue: usize,
  base: usize,
  low: usize,
  gain: usize,
  count: i32,
  fields: usize,
): void {
  for (let i = 0; i < count; i++, fields += FIELDS) {
    const at = 12 * i;
    const lowest = v128.load(low + at);
    const sum = f32x4.extract_lane(lowest, 0) + f32x4.extract_lane(lowest, 1) + f32x4.extract_lane(lowest, 2);
    store<f32>(fields, load<f32>(alpha + 4 * i));
    store<f32>(fields, load<f32>(shine + 4 * i), 4);
    store<f32>(fields, load<f32>(hue + 4 * i), 8);
    store<f32>(fields, sum, 12);
    v128.store(fields, v128.load(base + at), 16);
    v128.store(fields, lowest, 32);
    store<f32>(fields, load<f32>(darkHue + 4 * i), 44);
    v128.store(fields, v128.load(gain + at), 48);
  }
}
