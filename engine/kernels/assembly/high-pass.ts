import { storeLanes } from './lanes';

/** Of lights, which are four times a channel. */
const SCALE: f32 = 0.25;

/**
 * What a box blur takes away; borders replicated.
 * @param lights width × height i16, 0–1020 (see `luma`); reads ≤ 14 bytes beyond.
 * @param radius ≤ 15, so that a column's sum fits 16 bits; pixels.
 * @param texture width × height f32, written, 0–255.
 * @param energies columns × rows f32, written: means of squares over cells, which are smaller at the right and lower edge.
 * @param scratch 12 · width + 4 · radius + 128 bytes.
 */
export function highPass(
  lights: usize,
  width: i32,
  height: i32,
  radius: i32,
  cell: i32,
  columns: i32,
  texture: usize,
  energies: usize,
  scratch: usize,
): void {
  const line = 2 * width;
  const sums = scratch + 2 * (radius + 1);
  const windows = (sums + line + 2 * radius + 48) & ~15;
  const squares = windows + 4 * width + 16;
  startSums(lights, width, height, radius, sums);
  memory.fill(squares, 0, 4 * width + 16);
  for (let y = 0; y < height; y++) {
    sumWindows(sums, width, radius, windows);
    subtractMeans(lights + y * line, windows, width, radius, texture + 2 * y * line, squares);
    if ((y + 1) % cell == 0 || y == height - 1) {
      storeEnergies(squares, width, cell, (y % cell) + 1, columns, energies);
      energies += 4 * columns;
    }
    const entering = lights + min(height - 1, y + radius + 1) * line;
    const leaving = lights + max(0, y - radius) * line;
    for (let x = 0; x < line; x += 16) {
      const change = i16x8.sub(v128.load(entering + x), v128.load(leaving + x));
      v128.store(sums + x, i16x8.add(v128.load(sums + x), change));
    }
  }
}

function startSums(lights: usize, width: i32, height: i32, radius: i32, sums: usize): void {
  for (let x = 0; x < 2 * width; x += 16) {
    let sum = i16x8.mul(v128.load(lights + x), i16x8.splat(<i16>(radius + 1)));
    for (let y = 1; y <= radius; y++) sum = i16x8.add(sum, v128.load(lights + 2 * min(height - 1, y) * width + x));
    v128.store(sums + x, sum);
  }
}

/** @param sums i16, with room for the replicated borders. @param windows width i32, written. */
function sumWindows(sums: usize, width: i32, radius: i32, windows: usize): void {
  const end = sums + 2 * width;
  for (let x = 0; x <= radius; x++) {
    store<i16>(sums - 2 * (x + 1), load<i16>(sums));
    store<i16>(end + 2 * x, load<i16>(end - 2));
  }
  let sum = 0;
  for (let x = -radius - 1; x < radius; x++) sum += <i32>load<i16>(sums + 2 * x);
  let leaving = sums - 2 * (radius + 1);
  let entering = sums + 2 * radius;
  for (let x = 0; x < width; x++, leaving += 2, entering += 2, windows += 4) {
    sum += <i32>load<i16>(entering) - <i32>load<i16>(leaving);
    store<i32>(windows, sum);
  }
}

/** @param squares width f32, increased. */
function subtractMeans(lights: usize, windows: usize, width: i32, radius: i32, texture: usize, squares: usize): void {
  const side = 2 * radius + 1;
  const scale = f32x4.splat(SCALE);
  const share = f32x4.splat(SCALE / <f32>(side * side));
  for (let x = 0; x < width; x += 4, lights += 8, windows += 16, texture += 16, squares += 16) {
    const own = f32x4.mul(scale, f32x4.convert_i32x4_s(v128.load16x4_s(lights)));
    const mean = f32x4.mul(share, f32x4.convert_i32x4_s(v128.load(windows)));
    const value = f32x4.sub(own, mean);
    storeLanes(texture, value, width - x);
    v128.store(squares, f32x4.add(v128.load(squares), f32x4.mul(value, value)));
  }
}

/** @param squares width f32: sums over `tall` rows; becomes 0. */
function storeEnergies(squares: usize, width: i32, cell: i32, tall: i32, columns: i32, energies: usize): void {
  for (let column = 0; column < columns; column++, energies += 4) {
    const left = column * cell;
    const right = min(width, left + cell);
    let sum: f32 = 0;
    for (let x = left; x < right; x++) sum += load<f32>(squares + 4 * x);
    store<f32>(energies, sum / <f32>(tall * (right - left)));
  }
  memory.fill(squares, 0, 4 * width + 16);
}
