/**
 * [1 2 1] / 4 in both directions, taps `step` pixels apart (à trous), borders replicated. Negative amounts sharpen.
 * @param rgb width × height × 3 bytes, changed.
 * @param alpha width × height bytes.
 * @param amount −32768 … 32767 for −1 … 1.
 * @param sums (2·step + 1) rows of 3·width u16, rounded up to 16.
 * @param padded 3·width + 6·step bytes and 16 more.
 */
export function soften(
  rgb: usize,
  alpha: usize,
  width: i32,
  height: i32,
  step: i32,
  amount: i32,
  sums: usize,
  padded: usize,
): void {
  const room = ((3 * width + 15) & ~15) * 2;
  const ring = 2 * step + 1;
  const stride = 3 * width;
  const factor = i16x8.splat(<i16>amount);
  for (let y = 0; y < min(step, height); y++) {
    sumRow(rgb + y * stride, width, step, sums + (y % ring) * room, padded);
  }
  for (let y = 0; y < height; y++) {
    const next = y + step;
    if (next < height) sumRow(rgb + next * stride, width, step, sums + (next % ring) * room, padded);
    const above = sums + (max(0, y - step) % ring) * room;
    const here = sums + (y % ring) * room;
    const below = sums + (min(height - 1, next) % ring) * room;
    blendRow(rgb + y * stride, alpha + y * width, width, factor, above, here, below);
  }
}

function sumRow(row: usize, width: i32, step: i32, sums: usize, padded: usize): void {
  const length = 3 * width;
  const apart = 3 * step;
  const inner = padded + apart;
  memory.copy(inner, row, length);
  for (let i = 3; i <= apart; i += 3) {
    memory.copy(inner - i, row, 3);
    memory.copy(inner + length + i - 3, row + length - 3, 3);
  }
  for (let j = 0; j < length; j += 8) {
    const sides = i16x8.add(v128.load8x8_u(inner + j - apart), v128.load8x8_u(inner + j + apart));
    v128.store(sums + 2 * j, i16x8.add(sides, i16x8.shl(v128.load8x8_u(inner + j), 1)));
  }
}

function blendRow(row: usize, alpha: usize, width: i32, factor: v128, above: usize, here: usize, below: usize): void {
  let x = 0;
  for (; x + 16 <= width; x += 16) {
    const share = v128.load(alpha + x);
    if (!v128.any_true(share)) continue;
    const j = 3 * x;
    const first = i8x16.shuffle(share, share, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5);
    const second = i8x16.shuffle(share, share, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10);
    const third = i8x16.shuffle(share, share, 10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14, 14, 15, 15, 15);
    blend(row + j, first, factor, above + 2 * j, here + 2 * j, below + 2 * j);
    blend(row + j + 16, second, factor, above + 2 * j + 32, here + 2 * j + 32, below + 2 * j + 32);
    blend(row + j + 32, third, factor, above + 2 * j + 64, here + 2 * j + 64, below + 2 * j + 64);
  }
  const amount = <i32>i16x8.extract_lane_s(factor, 0);
  for (; x < width; x++) {
    const share = <i32>load<u8>(alpha + x);
    if (share == 0) continue;
    for (let j = 3 * x; j < 3 * x + 3; j++) {
      const sum = <i32>load<u16>(above + 2 * j) + 2 * <i32>load<u16>(here + 2 * j) + <i32>load<u16>(below + 2 * j);
      const old = <i32>load<u8>(row + j);
      const reach = rounded(((share << 7) | (share >> 1)) * amount);
      const change = (rounded((sum - 16 * old) * reach) + 8) >> 4;
      store<u8>(row + j, <u8>max(0, min(255, old + change)));
    }
  }
}

function rounded(product: i32): i32 {
  return (product + 0x4000) >> 15;
}

function blend(at: usize, alpha: v128, factor: v128, above: usize, here: usize, below: usize): void {
  const old = v128.load(at);
  const low = change(i16x8.extend_low_i8x16_u(old), i16x8.extend_low_i8x16_u(alpha), factor, above, here, below);
  const high = change(
    i16x8.extend_high_i8x16_u(old),
    i16x8.extend_high_i8x16_u(alpha),
    factor,
    above + 16,
    here + 16,
    below + 16,
  );
  v128.store(at, i8x16.narrow_i16x8_u(low, high));
}

/** amount · alpha · (blurred − old). */
function change(old: v128, alpha: v128, factor: v128, above: usize, here: usize, below: usize): v128 {
  const outer = i16x8.add(v128.load(above), v128.load(below));
  const sum = i16x8.add(outer, i16x8.shl(v128.load(here), 1));
  const reach = i16x8.q15mulr_sat_s(Q15(alpha), factor);
  const sixteenfold = i16x8.q15mulr_sat_s(i16x8.sub(sum, i16x8.shl(old, 4)), reach);
  return i16x8.add(old, i16x8.shr_s(i16x8.add(sixteenfold, i16x8.splat(8)), 4));
}

/** Eight bytes as fractions of 32767, for `q15mulr`. */
function Q15(alpha: v128): v128 {
  return v128.or(i16x8.shl(alpha, 7), i16x8.shr_u(alpha, 1));
}
