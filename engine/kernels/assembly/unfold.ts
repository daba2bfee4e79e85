/**
 * @param shift landmarks × 2 f32, pixels; changed.
 * @param target landmarks × 3 f32.
 * @param vertices count × 3 u16.
 * @param skin one byte a triangle: 1 counts.
 * @param yielding landmarks f32: share of its way that a vertex gives way.
 * @param from,to shares of its area from which on a triangle is squeezed, slightly and fully.
 * @param areas count f32, scratch.
 */
export function unfold(
  shift: usize,
  target: usize,
  vertices: usize,
  skin: usize,
  count: i32,
  yielding: usize,
  from: f64,
  to: f64,
  passes: i32,
  areas: usize,
): void {
  let sum: f64 = 0;
  for (let i = 0; i < count; i++) {
    store<f32>(areas + 4 * i, <f32>area(target, vertices + 6 * i, 0));
    sum += <f64>load<f32>(areas + 4 * i);
  }
  const facing: f64 = sum < 0 ? -1 : 1;
  for (let pass = 0; pass < passes; pass++) {
    let isFolded = false;
    for (let i = 0; i < count; i++) {
      const whole = <f64>load<f32>(areas + 4 * i);
      if (load<u8>(skin + i) == 0 || whole * facing <= 1) continue;
      const left = area(target, vertices + 6 * i, shift) / whole;
      const strength = min(1.0, max(0.0, (left - from) / (to - from)));
      if (strength == 0) continue;
      isFolded = true;
      giveWay(shift, vertices + 6 * i, yielding, strength);
    }
    if (!isFolded) return;
  }
}

/** Towards the triangle's mean shift. */
function giveWay(shift: usize, corners: usize, yielding: usize, strength: f64): void {
  const a = <i32>load<u16>(corners);
  const b = <i32>load<u16>(corners, 2);
  const c = <i32>load<u16>(corners, 4);
  for (let k = 0; k < 2; k++) {
    const mean = (number(shift, 2 * a + k) + number(shift, 2 * b + k) + number(shift, 2 * c + k)) / 3;
    approach(shift, 2 * a + k, strength * number(yielding, a), mean);
    approach(shift, 2 * b + k, strength * number(yielding, b), mean);
    approach(shift, 2 * c + k, strength * number(yielding, c), mean);
  }
}

function approach(shift: usize, at: i32, share: f64, mean: f64): void {
  const before = number(shift, at);
  store<f32>(shift + 4 * at, <f32>(before + share * (mean - before)));
}

/** Twice the signed area. @param shift address 0 moves nothing. */
function area(target: usize, corners: usize, shift: usize): f64 {
  const a = <i32>load<u16>(corners);
  const b = <i32>load<u16>(corners, 2);
  const c = <i32>load<u16>(corners, 4);
  const right = side(target, a, b, 0, shift) * side(target, a, c, 1, shift);
  return right - side(target, a, b, 1, shift) * side(target, a, c, 0, shift);
}

function side(target: usize, from: i32, to: i32, axis: i32, shift: usize): f64 {
  const moved = shift ? number(shift, 2 * to + axis) - number(shift, 2 * from + axis) : 0.0;
  return number(target, 3 * to + axis) - number(target, 3 * from + axis) + moved;
}

function number(values: usize, index: i32): f64 {
  return <f64>load<f32>(values + 4 * index);
}
