import { sample } from './sample';

/**
 * Bilinear, black outside.
 * @param texture width × height × 3 bytes with a black border: one texel at the left and top, two at the right and
 *   below.
 * @param a,b,c,d,e,f crop to texture, both 0.5 at the first centre.
 * @param into 3 × side × side f32: value × scale + offset.
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
      const u = clamp(<f32>(a * (<f64>x + 0.5) + rowU), lastU);
      const v = clamp(<f32>(d * (<f64>x + 0.5) + rowV), lastV);
      const left = <i32>u;
      const top = <i32>v;
      const corner = texture + 3 * (top * width + left);
      const rgb = sample(corner, 3 * width, f32x4.splat(u - <f32>left), f32x4.splat(v - <f32>top));
      const values = f32x4.add(f32x4.mul(rgb, f32x4.splat(scale)), f32x4.splat(offset));
      v128.store_lane<u32>(into, values, 0);
      v128.store_lane<u32>(into + plane, values, 1);
      v128.store_lane<u32>(into + 2 * plane, values, 2);
    }
  }
}

function clamp(value: f32, last: f32): f32 {
  return value < 0 ? 0 : value > last ? last : value;
}
