/** Adding 1.5 · 2²³ rounds to an integer in the low mantissa bits. */
const ROUNDING: f32 = 12582912;
const ROUNDING_BITS: i32 = 0x4b400000;

/**
 * @param rgb width × height × 3 bytes, changed; reads and writes back ≤ 15 bytes beyond.
 * @param alpha width × height bytes; reads ≤ 19 beyond.
 * @param texture width × height f32, 0–255; reads ≤ 60 bytes beyond.
 * @param most of what is added, before `shares`; ≤ 127.
 * @param shares columns × rows f32, 0–1, enlarged bilinearly.
 * @param line 2 · (width + 16) f32, scratch.
 */
export function addTexture(
  rgb: usize,
  alpha: usize,
  width: i32,
  height: i32,
  texture: usize,
  most: f32,
  shares: usize,
  columns: i32,
  rows: i32,
  cell: i32,
  line: usize,
): void {
  let upper = line;
  let lower = line + 4 * (width + 16);
  let known = -1;
  for (let y = 0; y < height; y++) {
    const gridY = max<f32>(0, min<f32>(<f32>(rows - 1), (<f32>y + 0.5) / <f32>cell - 0.5));
    const row = <i32>gridY;
    if (row != known) {
      const free = upper;
      upper = lower;
      lower = free;
      if (known < 0) enlargeRow(shares + 4 * row * columns, columns, cell, width, upper);
      enlargeRow(shares + 4 * min(rows - 1, row + 1) * columns, columns, cell, width, lower);
      known = row;
    }
    const down = f32x4.splat(gridY - <f32>row);
    for (let x = 0; x < width; x += 16) {
      const at = y * width + x;
      if (!v128.any_true(v128.load(alpha + at))) continue;
      const from = texture + 4 * at;
      const above = upper + 4 * x;
      const below = lower + 4 * x;
      const changes = i8x16.narrow_i16x8_s(
        i16x8.narrow_i32x4_s(
          change(from, alpha + at, above, below, down, most),
          change(from + 16, alpha + at + 4, above + 16, below + 16, down, most),
        ),
        i16x8.narrow_i32x4_s(
          change(from + 32, alpha + at + 8, above + 32, below + 32, down, most),
          change(from + 48, alpha + at + 12, above + 48, below + 48, down, most),
        ),
      );
      addToChannels(rgb + 3 * at, changes, width - x);
    }
  }
}

/** @returns four i32 */
function change(texture: usize, alpha: usize, upper: usize, lower: usize, down: v128, most: f32): v128 {
  const above = v128.load(upper);
  const share = f32x4.add(above, f32x4.mul(down, f32x4.sub(v128.load(lower), above)));
  const opacity = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(v128.load8x8_u(alpha)));
  const weight = f32x4.mul(share, f32x4.mul(f32x4.splat(1.0 / 255), opacity));
  const value = f32x4.pmax(f32x4.splat(-most), f32x4.pmin(f32x4.splat(most), v128.load(texture)));
  return i32x4.sub(f32x4.add(f32x4.mul(value, weight), f32x4.splat(ROUNDING)), i32x4.splat(ROUNDING_BITS));
}

/** Each of 16 signed bytes to the three channels of a pixel, as far as the row has `room`. */
function addToChannels(rgb: usize, all: v128, room: i32): void {
  const none = i8x16.splat(0);
  const index = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const changes = v128.and(all, i8x16.lt_s(index, i8x16.splat(<i8>min(16, room))));
  const more = i8x16.max_s(changes, none);
  const less = i8x16.max_s(i8x16.neg(changes), none);
  addSaturated(
    rgb,
    i8x16.shuffle(more, more, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5),
    i8x16.shuffle(less, less, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5),
  );
  if (room > 5) {
    addSaturated(
      rgb + 16,
      i8x16.shuffle(more, more, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10),
      i8x16.shuffle(less, less, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10),
    );
  }
  if (room > 10) {
    addSaturated(
      rgb + 32,
      i8x16.shuffle(more, more, 10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14, 14, 15, 15, 15),
      i8x16.shuffle(less, less, 10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14, 14, 15, 15, 15),
    );
  }
}

function addSaturated(at: usize, more: v128, less: v128): void {
  v128.store(at, i8x16.sub_sat_u(i8x16.add_sat_u(v128.load(at), more), less));
}

/**
 * @param alpha width × height bytes.
 * @param shares,line as for `addTexture`.
 * @param rest width × height bytes, written: alpha · (1 − share).
 */
export function fadeAlpha(
  alpha: usize,
  width: i32,
  height: i32,
  shares: usize,
  columns: i32,
  rows: i32,
  cell: i32,
  line: usize,
  rest: usize,
): void {
  const lower = line + 4 * (width + 16);
  let known = -1;
  for (let y = 0; y < height; y++) {
    const gridY = max<f32>(0, min<f32>(<f32>(rows - 1), (<f32>y + 0.5) / <f32>cell - 0.5));
    const row = <i32>gridY;
    if (row != known) {
      enlargeRow(shares + 4 * row * columns, columns, cell, width, line);
      enlargeRow(shares + 4 * min(rows - 1, row + 1) * columns, columns, cell, width, lower);
      known = row;
    }
    const down = gridY - <f32>row;
    for (let x = 0; x < width; x++, alpha++, rest++) {
      const above = load<f32>(line + 4 * x);
      const share = above + down * (load<f32>(lower + 4 * x) - above);
      store<u8>(rest, <u8>(<f32>load<u8>(alpha) * (1 - share) + 0.5));
    }
  }
}

function enlargeRow(row: usize, columns: i32, cell: i32, width: i32, line: usize): void {
  const perCell: f32 = 1 / <f32>cell;
  const last = <f32>(columns - 1);
  for (let x = 0; x < width; x++) {
    const place = max<f32>(0, min<f32>(last, (<f32>x + 0.5) * perCell - 0.5));
    const column = <i32>place;
    const here = load<f32>(row + 4 * column);
    const next = load<f32>(row + 4 * min(columns - 1, column + 1));
    store<f32>(line + 4 * x, here + (place - <f32>column) * (next - here));
  }
}
