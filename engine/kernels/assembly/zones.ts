/**
 * value = first + b · second + c · third.
 * @param ids columns × rows i16: a triangle's number, or −1 for 0.
 * @param barycentric triangles × 6 f64: b, then c, each as (start, per column, per row); 0.5 is the first centre.
 * @param corners triangles × fours × 12 f32: the first corner's values, then the others' differences.
 * @param planes 4 · fours planes of columns × rows f32, written.
 */
export function interpolateZones(
  ids: usize,
  columns: i32,
  rows: i32,
  barycentric: usize,
  corners: usize,
  fours: i32,
  planes: usize,
): void {
  const plane = 4 * columns * rows;
  memory.fill(planes, 0, 4 * fours * plane);
  for (let row = 0; row < rows; row++) {
    const y = <f64>row + 0.5;
    for (let column = 0; column < columns; column++, ids += 2, planes += 4) {
      const id = <i32>load<i16>(ids);
      if (id < 0) continue;
      const x = <f64>column + 0.5;
      const at = barycentric + 48 * id;
      const b = f32x4.splat(<f32>(load<f64>(at) + load<f64>(at, 8) * x + load<f64>(at, 16) * y));
      const c = f32x4.splat(<f32>(load<f64>(at, 24) + load<f64>(at, 32) * x + load<f64>(at, 40) * y));
      let from = corners + 48 * fours * id;
      let to = planes;
      for (let n = 0; n < fours; n++, from += 48, to += 4 * plane) {
        const second = f32x4.mul(b, v128.load(from, 16));
        const third = f32x4.mul(c, v128.load(from, 32));
        const values = f32x4.add(v128.load(from), f32x4.add(second, third));
        v128.store_lane<u32>(to, values, 0);
        v128.store_lane<u32>(to + plane, values, 1);
        v128.store_lane<u32>(to + 2 * plane, values, 2);
        v128.store_lane<u32>(to + 3 * plane, values, 3);
      }
    }
  }
}
