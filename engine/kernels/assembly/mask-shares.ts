/**
 * Enlarges a mask onto the grid, bilinear, borders replicated.
 * @param plane columns × rows f32, changed: at least the mask's share.
 * @param shares side × side bytes.
 * @param across,down 3 f64 each: place in the mask = start + per column · column + per row · row.
 */
export function addShares(
  plane: usize,
  columns: i32,
  rows: i32,
  shares: usize,
  side: i32,
  across: usize,
  down: usize,
): void {
  if (isEmpty(shares, side * side)) return;
  const last = <f32>(side - 1);
  for (let row = 0; row < rows; row++) {
    const startAcross = load<f64>(across) + <f64>row * load<f64>(across, 16);
    const startDown = load<f64>(down) + <f64>row * load<f64>(down, 16);
    for (let column = 0; column < columns; column++, plane += 4) {
      const x = max<f32>(0, min<f32>(last, <f32>(startAcross + <f64>column * load<f64>(across, 8))));
      const y = max<f32>(0, min<f32>(last, <f32>(startDown + <f64>column * load<f64>(down, 8))));
      const left = min(side - 2, <i32>x);
      const top = min(side - 2, <i32>y);
      const toRight = x - <f32>left;
      const toBelow = y - <f32>top;
      const at = shares + top * side + left;
      const upper = between(at, toRight);
      const share = upper + (between(at + side, toRight) - upper) * toBelow;
      if (share > 255 * load<f32>(plane)) store<f32>(plane, share / 255);
    }
  }
}

function between(at: usize, share: f32): f32 {
  const left = <f32>load<u8>(at);
  return left + (<f32>load<u8>(at, 1) - left) * share;
}

function isEmpty(bytes: usize, count: i32): bool {
  const end = bytes + count;
  for (; bytes + 16 <= end; bytes += 16) if (v128.any_true(v128.load(bytes))) return false;
  for (; bytes < end; bytes++) if (load<u8>(bytes) > 0) return false;
  return true;
}
