/**
 * Structure tensors (Bigün and Granlund 1987) of cells, before they are smoothed. Pixels of the border have no gradient.
 * @param plane width × height f32; reads ≤ 12 bytes beyond.
 * @param tensors 3 × columns × rows f32, written: sums over cells of across², down² and across · down, where across and
 * down are differences of the neighbours on both sides. Cells are smaller at the right and lower edge.
 * @param scratch 12 · width + 96 bytes.
 */
export function gradientProducts(
  plane: usize,
  width: i32,
  height: i32,
  cell: i32,
  columns: i32,
  rows: i32,
  tensors: usize,
  scratch: usize,
): void {
  const line = 4 * width;
  const sums = line + 32;
  const cells = 4 * columns * rows;
  memory.fill(scratch, 0, 3 * sums);
  for (let y = 0; y < height; y++) {
    if (y > 0 && y < height - 1) addProducts(plane + y * line, line, scratch, sums);
    if ((y + 1) % cell != 0 && y < height - 1) continue;
    for (let n = 0; n < 3; n++) storeSums(scratch + n * sums, width, cell, columns, tensors + n * cells);
    memory.fill(scratch, 0, 3 * sums);
    tensors += 4 * columns;
  }
}

/** @param at of a row. @param products three rows, `sums` bytes apart; increased, also ≤ 12 bytes beyond. */
function addProducts(at: usize, line: i32, products: usize, sums: i32): void {
  for (let x = 4; x < line - 4; x += 16) {
    const here = at + x;
    const across = f32x4.sub(v128.load(here + 4), v128.load(here - 4));
    const down = f32x4.sub(v128.load(here + line), v128.load(here - line));
    addTo(products + x, f32x4.mul(across, across));
    addTo(products + sums + x, f32x4.mul(down, down));
    addTo(products + 2 * sums + x, f32x4.mul(across, down));
  }
}

function addTo(at: usize, lanes: v128): void {
  v128.store(at, f32x4.add(v128.load(at), lanes));
}

function storeSums(products: usize, width: i32, cell: i32, columns: i32, tensors: usize): void {
  for (let column = 0; column < columns; column++) {
    const last = min(width - 1, (column + 1) * cell);
    let sum: f32 = 0;
    for (let x = max(1, column * cell); x < last; x++) sum += load<f32>(products + 4 * x);
    store<f32>(tensors + 4 * column, sum);
  }
}
