import { sample } from './sample';

/**
 * Resamples a square crop of a texture (bilinear, black outside) into the layout nets take.
 *
 * @param texture width × height × 3 bytes with a black border: one texel at the left and top, two at the right and below.
 * @param a,b,c,d,e,f from the crop's coordinates to the texture's, both 0.5 in the middle of the first sample.
 * @param into 3 × side × side single-precision numbers: value × scale + offset, channel by channel.
 */
export function crop(
  texture: usize,
  width: i32,
  height: i32,
  a: f64,
  b: f64,
  c: f64,
  d: f64,
  e: f64,
  f: f64,
  side: i32,
  scale: f32,
  offset: f32,
  into: usize,
): void {
  const plane = 4 * side * side;
  const lastU = <f32>width - 1.001;
  const lastV = <f32>height - 1.001;
  for (let y = 0; y < side; y++) {
    const rowU = b * (<f64>y + 0.5) + c - 0.5;
    const rowV = e * (<f64>y + 0.5) + f - 0.5;
    for (let x = 0; x < side; x++, into += 4) {
      const u = <f32>(a * (<f64>x + 0.5) + rowU);
      const v = <f32>(d * (<f64>x + 0.5) + rowV);
      const rgb = sample(texture, 3 * width, max<f32>(0, min<f32>(lastU, u)), max<f32>(0, min<f32>(lastV, v)));
      const values = f32x4.add(f32x4.mul(rgb, f32x4.splat(scale)), f32x4.splat(offset));
      v128.store_lane<u32>(into, values, 0);
      v128.store_lane<u32>(into + plane, values, 1);
      v128.store_lane<u32>(into + 2 * plane, values, 2);
    }
  }
}
