const UNCOVERED: i32 = -1;

/**
 * The source as it will lie in the picture (see `readSource` of the grid).
 * @param ids columns × rows i16: a triangle's number or −1.
 * @param across,down triangles × 3 f64 (see `triangleGradients`).
 * @param fromTarget triangles × 1 byte: 1 where the target is moved.
 * @param atlas size × size × 3 bytes.
 * @param target columns × rows × 3 f32.
 * @param warped columns × rows × 3 f32, written; 0 where uncovered.
 */
export function readColours(
  ids: usize,
  columns: i32,
  rows: i32,
  across: usize,
  down: usize,
  fromTarget: usize,
  atlas: usize,
  size: i32,
  target: usize,
  warped: usize,
): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, ids += 2, warped += 12) {
      const id = <i32>load<i16>(ids);
      if (id == UNCOVERED) {
        for (let k = 0; k < 3; k++) store<f32>(warped + 4 * k, 0);
        continue;
      }
      const x = along(across, id, column, row);
      const y = along(down, id, column, row);
      if (load<u8>(fromTarget + id) == 1) sampleAt<f32>(target, 3, columns, rows, x, y, warped);
      else sampleAt<u8>(atlas, 3, size, size, x, y, warped);
    }
  }
}

/**
 * A plane of the atlas as it will lie in the picture.
 * @param ids,across,down,fromTarget see `readColours`; gradients in texels of an atlas of `size`.
 * @param plane planeSize × planeSize f32, laid out as the atlas.
 * @param elsewhere of cells that show nothing of the source.
 * @param read columns × rows f32, written.
 */
export function readPlane(
  ids: usize,
  columns: i32,
  rows: i32,
  across: usize,
  down: usize,
  fromTarget: usize,
  size: i32,
  plane: usize,
  planeSize: i32,
  elsewhere: f32,
  read: usize,
): void {
  const scale = <f64>planeSize / <f64>size;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, ids += 2, read += 4) {
      const id = <i32>load<i16>(ids);
      if (id == UNCOVERED || load<u8>(fromTarget + id) == 1) {
        store<f32>(read, elsewhere);
        continue;
      }
      const x = scale * (along(across, id, column, row) + 0.5) - 0.5;
      const y = scale * (along(down, id, column, row) + 0.5) - 0.5;
      sampleAt<f32>(plane, 1, planeSize, planeSize, x, y, read);
    }
  }
}

/** 0 is the first centre. */
function along(gradients: usize, id: i32, column: i32, row: i32): f64 {
  const at = gradients + 24 * id;
  return load<f64>(at) + load<f64>(at, 8) * (<f64>column + 0.5) + load<f64>(at, 16) * (<f64>row + 0.5) - 0.5;
}

/** Borders replicated. @param image width × height × channels of T. @param sampled channels f32, written. */
function sampleAt<T>(image: usize, channels: i32, width: i32, height: i32, x: f64, y: f64, sampled: usize): void {
  const cx = max<f64>(0, min<f64>(width - 1, x));
  const cy = max<f64>(0, min<f64>(height - 1, y));
  const left = min(max(0, width - 2), <i32>cx);
  const top = min(max(0, height - 2), <i32>cy);
  const fx = cx - <f64>left;
  const fy = cy - <f64>top;
  const pixel = channels * <i32>sizeof<T>();
  const toRight = width > 1 ? pixel : 0;
  const toBelow = height > 1 ? pixel * width : 0;
  let at = image + pixel * (top * width + left);
  for (let k = 0; k < channels; k++, at += sizeof<T>()) {
    const upper = <f64>load<T>(at) * (1 - fx) + <f64>load<T>(at + toRight) * fx;
    const lower = <f64>load<T>(at + toBelow) * (1 - fx) + <f64>load<T>(at + toBelow + toRight) * fx;
    store<f32>(sampled + 4 * k, <f32>(upper * (1 - fy) + lower * fy));
  }
}
