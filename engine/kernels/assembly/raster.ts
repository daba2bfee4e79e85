/**
 * Later triangles overwrite earlier ones.
 * @param ids columns × rows i16.
 * @param corners count × 6 f64: column and row; 0.5 is the first centre.
 * @param numbers count × i16.
 */
export function fillTriangles(ids: usize, columns: i32, rows: i32, corners: usize, numbers: usize, count: i32): void {
  for (let i = 0; i < count; i++, corners += 48, numbers += 2)
    fillTriangle(ids, columns, rows, corners, load<i16>(numbers));
}

function fillTriangle(ids: usize, columns: i32, rows: i32, corners: usize, number: i16): void {
  const ax = load<f64>(corners);
  const ay = load<f64>(corners, 8);
  const bx = load<f64>(corners, 16);
  const by = load<f64>(corners, 24);
  const cx = load<f64>(corners, 32);
  const cy = load<f64>(corners, 40);
  const firstRow = max(0, <i32>Math.ceil(min(ay, min(by, cy)) - 0.5));
  const lastRow = min(rows, <i32>Math.ceil(max(ay, max(by, cy)) - 0.5)) - 1;
  for (let row = firstRow; row <= lastRow; row++) {
    const y = <f64>row + 0.5;
    let from = Infinity;
    let to = -Infinity;
    if (ay <= y != by <= y) {
      from = to = ax + ((y - ay) * (bx - ax)) / (by - ay);
    }
    if (by <= y != cy <= y) {
      const x = bx + ((y - by) * (cx - bx)) / (cy - by);
      from = min(from, x);
      to = max(to, x);
    }
    if (cy <= y != ay <= y) {
      const x = cx + ((y - cy) * (ax - cx)) / (ay - cy);
      from = min(from, x);
      to = max(to, x);
    }
    const first = <i32>max(0.0, Math.ceil(from - 0.5));
    const end = <i32>min(<f64>columns, Math.ceil(to - 0.5));
    const line = ids + 2 * (row * columns);
    for (let column = first; column < end; column++) store<i16>(line + 2 * column, number);
  }
}
