const UNCOVERED: i32 = -1;

/**
 * Neighbouring pixels of skin that read places of the atlas which do not touch.
 * @param ids width × height i16: a triangle's number or −1.
 * @param left,top,right,bottom where to look; the pixels to the right and below are read, too.
 * @param skin triangles × 1 byte: 1 if its seams count.
 * @param across,down triangles × 3 f64: texels (see `triangleGradients`).
 * @param jump texels between two pixels, besides those of one pixel of either triangle.
 * @param marks width × (bottom − top + 1) f32: 1 is written on seams.
 * @returns how many pairs are marked
 */
export function markSeams(
  ids: usize,
  width: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  skin: usize,
  across: usize,
  down: usize,
  jump: f64,
  marks: usize,
): i32 {
  let found = 0;
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const i = row * width + column;
      const id = <i32>load<i16>(ids + 2 * i);
      if (id == UNCOVERED || load<u8>(skin + id) == 0) continue;
      for (let toNext = 1; toNext <= width; toNext += width - 1) {
        const next = <i32>load<i16>(ids + 2 * (i + toNext));
        if (next == id || next == UNCOVERED || load<u8>(skin + next) == 0) continue;
        if (!isApart(across, id, next, column, row, jump) && !isApart(down, id, next, column, row, jump)) continue;
        store<f32>(marks + 4 * (i - top * width), 1);
        store<f32>(marks + 4 * (i + toNext - top * width), 1);
        found++;
      }
    }
  }
  return found;
}

function isApart(gradients: usize, a: i32, b: i32, column: i32, row: i32, jump: f64): bool {
  const distance = Math.abs(valueAt(gradients, a, column, row) - valueAt(gradients, b, column, row));
  if (distance <= jump) return false;
  const beyond = distance - jump;
  return beyond * beyond > max(squaredSlope(gradients, a), squaredSlope(gradients, b));
}

function valueAt(gradients: usize, id: i32, column: i32, row: i32): f64 {
  const at = gradients + 24 * id;
  return load<f64>(at) + load<f64>(at, 8) * (<f64>column + 0.5) + load<f64>(at, 16) * (<f64>row + 0.5);
}

/** Of texels a pixel. */
function squaredSlope(gradients: usize, id: i32): f64 {
  const at = gradients + 24 * id;
  return load<f64>(at, 8) * load<f64>(at, 8) + load<f64>(at, 16) * load<f64>(at, 16);
}
