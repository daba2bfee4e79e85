/** Relative error about 1e-7 (Moshier, "Cephes Mathematical Library", 1989: logf and expf). */

/** The first part is exact. */
const LN2_HIGH: f32 = 0.693359375;
const LN2_LOW: f32 = -2.1219444e-4;

/** For values above 0. */
export function log(values: v128): v128 {
  const whole = i32x4.sub(i32x4.shr_u(values, 23), i32x4.splat(126));
  // Mantissa in 0.5–1, then in √½–√2 around 1.
  const half = v128.or(v128.and(values, i32x4.splat(0x007fffff)), i32x4.splat(0x3f000000));
  const isSmall = f32x4.lt(half, f32x4.splat(0.707106781));
  const exponent = f32x4.convert_i32x4_s(i32x4.add(whole, isSmall));
  const x = f32x4.sub(f32x4.add(half, v128.and(half, isSmall)), f32x4.splat(1));
  const square = f32x4.mul(x, x);
  let sum = f32x4.splat(7.0376836292e-2);
  sum = times(sum, x, -1.151461031e-1);
  sum = times(sum, x, 1.167699874e-1);
  sum = times(sum, x, -1.2420140846e-1);
  sum = times(sum, x, 1.4249322787e-1);
  sum = times(sum, x, -1.6668057665e-1);
  sum = times(sum, x, 2.0000714765e-1);
  sum = times(sum, x, -2.4999993993e-1);
  sum = times(sum, x, 3.3333331174e-1);
  const rest = f32x4.add(f32x4.mul(f32x4.mul(sum, x), square), f32x4.mul(exponent, f32x4.splat(LN2_LOW)));
  const near = f32x4.add(x, f32x4.sub(rest, f32x4.mul(square, f32x4.splat(0.5))));
  return f32x4.add(near, f32x4.mul(exponent, f32x4.splat(LN2_HIGH)));
}

/** Clamps to −87…88. */
export function exp(values: v128): v128 {
  const bounded = f32x4.pmax(f32x4.splat(-87), f32x4.pmin(f32x4.splat(88), values));
  const powers = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(1.4426950408889634)));
  const high = f32x4.sub(bounded, f32x4.mul(powers, f32x4.splat(LN2_HIGH)));
  const x = f32x4.sub(high, f32x4.mul(powers, f32x4.splat(LN2_LOW)));
  let sum = f32x4.splat(1.98756915e-4);
  sum = times(sum, x, 1.3981999507e-3);
  sum = times(sum, x, 8.3334519073e-3);
  sum = times(sum, x, 4.1665795894e-2);
  sum = times(sum, x, 1.6666665459e-1);
  sum = times(sum, x, 5.0000001201e-1);
  const root = f32x4.add(f32x4.add(f32x4.mul(sum, f32x4.mul(x, x)), x), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(powers), i32x4.splat(127)), 23);
  return f32x4.mul(root, power);
}

function times(sum: v128, x: v128, next: f32): v128 {
  return f32x4.add(f32x4.mul(sum, x), f32x4.splat(next));
}
