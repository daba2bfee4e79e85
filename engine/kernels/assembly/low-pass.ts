import { boxBlur } from './blur';

/**
 * Blurred weighted channels over blurred weights.
 * @param rgb,slow count × 3 f32; `slow` is written.
 * @param weights,mass count f32; `mass` is `weights` blurred.
 * @param plane,scratch count f32; `sums` as for `boxBlur`.
 */
export function lowPassColours(
  rgb: usize,
  weights: usize,
  mass: usize,
  width: i32,
  height: i32,
  radius: i32,
  slow: usize,
  plane: usize,
  scratch: usize,
  sums: usize,
): void {
  const end = 4 * width * height;
  for (let channel = 0; channel < 12; channel += 4) {
    for (let i = 0; i < end; i += 4) {
      store<f32>(plane + i, load<f32>(weights + i) * load<f32>(rgb + 3 * i + channel));
    }
    boxBlur(plane, width, height, radius, 3, scratch, sums);
    for (let i = 0; i < end; i += 4) {
      store<f32>(slow + 3 * i + channel, load<f32>(plane + i) / max<f32>(1e-9, load<f32>(mass + i)));
    }
  }
}

/**
 * Of the mean of three channels; parameters as for `lowPassColours`.
 * @param slow count f32, written.
 */
export function lowPassLightness(
  rgb: usize,
  weights: usize,
  mass: usize,
  width: i32,
  height: i32,
  radius: i32,
  slow: usize,
  scratch: usize,
  sums: usize,
): void {
  const end = 4 * width * height;
  for (let i = 0; i < end; i += 4, rgb += 12) {
    const sum = load<f32>(rgb) + load<f32>(rgb, 4) + load<f32>(rgb, 8);
    store<f32>(slow + i, (load<f32>(weights + i) * sum) / 3);
  }
  boxBlur(slow, width, height, radius, 3, scratch, sums);
  for (let i = 0; i < end; i += 4) {
    store<f32>(slow + i, load<f32>(slow + i) / max<f32>(1e-9, load<f32>(mass + i)));
  }
}
