/**
 * value = c₀ + c₁·column + c₂·row for each triangle; 0.5 is the first centre.
 * @param positions landmarks × 3 f32, pixels.
 * @param vertices count × 3 u16.
 * @param only one byte a triangle: 0 is skipped; address 0 takes all.
 * @param left,top,cell corner and pixels of a sample.
 * @param values landmarks × `stride` f32; `offset` in numbers.
 * @param gradients count × 3 f64, written.
 */
export function triangleGradients(
  positions: usize,
  vertices: usize,
  count: i32,
  only: usize,
  left: f64,
  top: f64,
  cell: f64,
  values: usize,
  stride: i32,
  offset: i32,
  gradients: usize,
): void {
  for (let i = 0; i < count; i++, vertices += 6, gradients += 24) {
    if (only && load<u8>(only + i) == 0) continue;
    const a = <i32>load<u16>(vertices);
    const b = <i32>load<u16>(vertices, 2);
    const c = <i32>load<u16>(vertices, 4);
    const value = number(values, offset + stride * a);
    const toB = number(values, offset + stride * b) - value;
    const toC = number(values, offset + stride * c) - value;
    const ax = (number(positions, 3 * a) - left) / cell;
    const ay = (number(positions, 3 * a + 1) - top) / cell;
    const abX = (number(positions, 3 * b) - left) / cell - ax;
    const abY = (number(positions, 3 * b + 1) - top) / cell - ay;
    const acX = (number(positions, 3 * c) - left) / cell - ax;
    const acY = (number(positions, 3 * c + 1) - top) / cell - ay;
    const doubleArea = abX * acY - acX * abY;
    const inverse = Math.abs(doubleArea) < 1e-9 ? 0.0 : 1 / doubleArea;
    const alongX = (toB * acY - toC * abY) * inverse;
    const alongY = (toC * abX - toB * acX) * inverse;
    store<f64>(gradients, value - alongX * ax - alongY * ay);
    store<f64>(gradients, alongX, 8);
    store<f64>(gradients, alongY, 16);
  }
}

/**
 * As `triangleGradients` for a value that is 1 in one corner and 0 in the others.
 * @param barycentric count × 6 f64, written: of the second corner, then the third; 0 if degenerate.
 */
export function barycentricGradients(
  positions: usize,
  vertices: usize,
  count: i32,
  left: f64,
  top: f64,
  cell: f64,
  barycentric: usize,
): void {
  for (let i = 0; i < count; i++, vertices += 6, barycentric += 48) {
    const a = 3 * <i32>load<u16>(vertices);
    const b = 3 * <i32>load<u16>(vertices, 2);
    const c = 3 * <i32>load<u16>(vertices, 4);
    const ax = (number(positions, a) - left) / cell;
    const ay = (number(positions, a + 1) - top) / cell;
    const abX = (number(positions, b) - left) / cell - ax;
    const abY = (number(positions, b + 1) - top) / cell - ay;
    const acX = (number(positions, c) - left) / cell - ax;
    const acY = (number(positions, c + 1) - top) / cell - ay;
    const doubleArea = abX * acY - acX * abY;
    const inverse = Math.abs(doubleArea) < 1e-9 ? 0.0 : 1 / doubleArea;
    store<f64>(barycentric, (acX * ay - acY * ax) * inverse);
    store<f64>(barycentric, acY * inverse, 8);
    store<f64>(barycentric, -acX * inverse, 16);
    store<f64>(barycentric, (abY * ax - abX * ay) * inverse, 24);
    store<f64>(barycentric, -abY * inverse, 32);
    store<f64>(barycentric, abX * inverse, 40);
  }
}

/** @param plane columns × rows f32, written: 0 where uncovered. */
export function interpolatePlane(ids: usize, columns: i32, rows: i32, gradients: usize, plane: usize): void {
  for (let row = 0; row < rows; row++) {
    const y = <f64>row + 0.5;
    for (let column = 0; column < columns; column++, ids += 2, plane += 4) {
      const id = <i32>load<i16>(ids);
      if (id < 0) {
        store<f32>(plane, 0);
        continue;
      }
      const at = gradients + 24 * id;
      store<f32>(plane, <f32>(load<f64>(at) + load<f64>(at, 8) * (<f64>column + 0.5) + load<f64>(at, 16) * y));
    }
  }
}

function number(values: usize, index: i32): f64 {
  return <f64>load<f32>(values + 4 * index);
}
