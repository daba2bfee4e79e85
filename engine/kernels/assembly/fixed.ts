/** A place along a row as a whole number of 2^−bits pixel; its step is rounded once and then added for each pixel. */
export function fixed(pixels: f64, bits: i32): i32 {
  const farthest = <f64>(1 << (30 - bits));
  return <i32>Math.round(Math.max(-farthest, Math.min(farthest, pixels)) * <f64>(1 << bits));
}
