import { fixed } from './fixed';
import { sample, storePixel } from './sample';

/** For pictures up to 16 384 pixels wide and high. */
const BITS: i32 = 16;
const FRACTIONS: i32 = (1 << BITS) - 1;
const UNIT: f32 = 1 / <f32>(1 << BITS);

/**
 * Bilinear without smoothing, edge pixels repeated.
 * @param picture width × height × 3 bytes; its last column and row are there twice.
 * @param a,b,c,d,e,f crop to picture, pixel centres at whole numbers in both.
 * @param into side × side × 3 bytes.
 */
export function cropFace(
  picture: usize,
  width: i32,
  height: i32,
  a: f64,
  b: f64,
  c: f64,
  d: f64,
  e: f64,
  f: f64,
  side: i32,
  into: usize,
): void {
  const stride = 3 * width;
  const lastU = fixed(<f64>(width - 2), BITS);
  const lastV = fixed(<f64>(height - 2), BITS);
  const across = fixed(a, BITS);
  const down = fixed(d, BITS);
  for (let y = 0; y < side; y++) {
    let u = fixed(b * <f64>y + c, BITS);
    let v = fixed(e * <f64>y + f, BITS);
    for (const end = into + 3 * side; into < end; into += 3, u += across, v += down) {
      const column = within(u, lastU);
      const row = within(v, lastV);
      const corner = picture + (row >> BITS) * stride + 3 * (column >> BITS);
      storePixel(into, sample(corner, stride, fraction(column), fraction(row)));
    }
  }
}

function within(place: i32, last: i32): i32 {
  return select(0, select(last, place, place > last), place < 0);
}

function fraction(place: i32): v128 {
  return f32x4.splat(<f32>(place & FRACTIONS) * UNIT);
}
