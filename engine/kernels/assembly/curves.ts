export function clamp(values: v128, low: f32, high: f32): v128 {
  return f32x4.pmax(f32x4.splat(low), f32x4.pmin(f32x4.splat(high), values));
}

export function unit(values: v128): v128 {
  return clamp(values, 0, 1);
}

/** 0 at `from` to 1 at `to`, clamped; `from` may be larger. */
export function ramp(from: f32, to: f32, values: v128): v128 {
  return unit(f32x4.mul(f32x4.sub(values, f32x4.splat(from)), f32x4.splat(1 / (to - from))));
}

/** 3t² − 2t³ of `ramp`. */
export function smoothstep(from: f32, to: f32, values: v128): v128 {
  const t = ramp(from, to, values);
  return f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t)));
}

/** 1 − values, of values bounded to 0–1. */
export function rest(values: v128): v128 {
  return f32x4.sub(f32x4.splat(1), unit(values));
}
