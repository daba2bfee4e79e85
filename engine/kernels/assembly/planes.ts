import { loadPixel } from './sample';

const BLACK: f32 = 16;
const NO_COLOUR: f32 = 128;
const STRETCH: f32 = 255.0 / 219.0;

/**
 * Nearest chroma.
 * @param lights width × height bytes; both sides even.
 * @param blues,reds a quarter as many each.
 * @param colours four f32: V to red, U to green, V to green, U to blue.
 * @param rgb width × height × 3 bytes, written, ≤ 24 bytes beyond.
 */
export function planesToRgb(
  lights: usize,
  blues: usize,
  reds: usize,
  width: i32,
  height: i32,
  colours: usize,
  rgb: usize,
): void {
  const half = width >> 1;
  const redFromV = v128.load32_splat(colours);
  const greenFromU = v128.load32_splat(colours, 4);
  const greenFromV = v128.load32_splat(colours, 8);
  const blueFromU = v128.load32_splat(colours, 12);
  for (let y = 0; y < height; y++) {
    const row = lights + y * width;
    const pairs = (y >> 1) * half;
    const to = rgb + 3 * y * width;
    for (let x = 0; x < width; x += 8) {
      const u = difference(blues + pairs + (x >> 1));
      const v = difference(reds + pairs + (x >> 1));
      const red = f32x4.mul(redFromV, v);
      const green = f32x4.add(f32x4.mul(greenFromU, u), f32x4.mul(greenFromV, v));
      const blue = f32x4.mul(blueFromU, u);
      const first = light(row + x);
      const second = light(row + x + 4);
      storeEight(
        to + 3 * x,
        eight(f32x4.add(first, firstTwice(red)), f32x4.add(second, lastTwice(red))),
        eight(f32x4.add(first, firstTwice(green)), f32x4.add(second, lastTwice(green))),
        eight(f32x4.add(first, firstTwice(blue)), f32x4.add(second, lastTwice(blue))),
      );
    }
  }
}

function four(at: usize): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(at))));
}

function difference(at: usize): v128 {
  return f32x4.sub(four(at), f32x4.splat(NO_COLOUR));
}

function light(at: usize): v128 {
  return f32x4.mul(f32x4.sub(four(at), f32x4.splat(BLACK)), f32x4.splat(STRETCH));
}

function firstTwice(pairs: v128): v128 {
  return i32x4.shuffle(pairs, pairs, 0, 0, 1, 1);
}

function lastTwice(pairs: v128): v128 {
  return i32x4.shuffle(pairs, pairs, 2, 2, 3, 3);
}

function eight(first: v128, second: v128): v128 {
  const words = i16x8.narrow_i32x4_s(
    i32x4.trunc_sat_f32x4_s(f32x4.nearest(first)),
    i32x4.trunc_sat_f32x4_s(f32x4.nearest(second)),
  );
  return i8x16.narrow_i16x8_u(words, words);
}

function storeEight(to: usize, red: v128, green: v128, blue: v128): void {
  const both = i8x16.shuffle(red, green, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
  v128.store(to, i8x16.shuffle(both, blue, 0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5));
  const last = i8x16.shuffle(both, blue, 13, 21, 6, 14, 22, 7, 15, 23, 0, 0, 0, 0, 0, 0, 0, 0);
  v128.store_lane<u64>(to + 16, last, 0);
}

/** Sums must fit 16 bits. Writes ≤ 7 beyond the last. */
function foldPairs(sums: usize, pairs: i32): void {
  for (let i = 0; i < pairs; i += 8) {
    const first = i32x4.extadd_pairwise_i16x8_u(v128.load(sums + 4 * i));
    const second = i32x4.extadd_pairwise_i16x8_u(v128.load(sums + 4 * i, 16));
    v128.store(sums + 2 * i, i16x8.narrow_i32x4_u(first, second));
  }
}

/**
 * @param plane (width · side) × (height · side) bytes.
 * @param side 1 to 16, a power of two.
 * @param means width × height f32, written.
 * @param sums width · side u16 and 32 bytes more.
 */
export function meansOfSquares(plane: usize, width: i32, height: i32, side: i32, means: usize, sums: usize): void {
  const length = width * side;
  const share: f32 = 1 / <f32>(side * side);
  for (let row = 0; row < height; row++, means += 4 * width) {
    for (let x = 0; x < length; x += 16) {
      let low = i16x8.splat(0);
      let high = i16x8.splat(0);
      for (let y = 0; y < side; y++) {
        const bytes = v128.load(plane + (row * side + y) * length + x);
        low = i16x8.add(low, i16x8.extend_low_i8x16_u(bytes));
        high = i16x8.add(high, i16x8.extend_high_i8x16_u(bytes));
      }
      v128.store(sums + 2 * x, low);
      v128.store(sums + 2 * x, high, 16);
    }
    for (let fold = side; fold > 1; fold >>= 1) foldPairs(sums, (width * fold) >> 1);
    for (let column = 0; column < width; column++) {
      store<f32>(means + 4 * column, share * <f32>(<i32>load<u16>(sums + 2 * column)));
    }
  }
}

/**
 * @param lights,blues,reds count f32 each; reads ≤ 28 bytes beyond.
 * @param colours as for `planesToRgb`.
 * @param rgb count × 3 bytes, written, ≤ 24 bytes beyond.
 */
export function meansToRgb(lights: usize, blues: usize, reds: usize, count: i32, colours: usize, rgb: usize): void {
  for (let i = 0; i < count; i += 8, lights += 32, blues += 32, reds += 32, rgb += 24) {
    const first = v128.load(lights);
    const second = v128.load(lights, 16);
    storeEight(
      rgb,
      eight(channel(first, blues, reds, colours, 0), channel(second, blues + 16, reds + 16, colours, 0)),
      eight(channel(first, blues, reds, colours, 1), channel(second, blues + 16, reds + 16, colours, 1)),
      eight(channel(first, blues, reds, colours, 2), channel(second, blues + 16, reds + 16, colours, 2)),
    );
  }
}

function channel(lights: v128, blues: usize, reds: usize, colours: usize, which: i32): v128 {
  const grey = f32x4.mul(f32x4.sub(lights, f32x4.splat(BLACK)), f32x4.splat(STRETCH));
  const u = f32x4.sub(v128.load(blues), f32x4.splat(NO_COLOUR));
  const v = f32x4.sub(v128.load(reds), f32x4.splat(NO_COLOUR));
  if (which == 0) return f32x4.add(grey, f32x4.mul(v128.load32_splat(colours), v));
  if (which == 2) return f32x4.add(grey, f32x4.mul(v128.load32_splat(colours, 12), u));
  const fromU = f32x4.mul(v128.load32_splat(colours, 4), u);
  return f32x4.add(grey, f32x4.add(fromU, f32x4.mul(v128.load32_splat(colours, 8), v)));
}

/**
 * @param lights,blues,reds as for `planesToRgb`, changed.
 * @param before,after width × height × 3 bytes; reads a byte beyond.
 * @param weights six f32: luma weights of red, green, blue; scale of luma, U, V.
 */
export function applyRgbChange(
  lights: usize,
  blues: usize,
  reds: usize,
  width: i32,
  height: i32,
  before: usize,
  after: usize,
  weights: usize,
): void {
  const stride = 3 * width;
  for (let y = 0; y < height; y += 2) {
    const upper = y * stride;
    const pairs = (y >> 1) * (width >> 1);
    for (let x = 0; x < width; x += 2) {
      const at = upper + 3 * x;
      if (areSame(before + at, after + at) && areSame(before + at + stride, after + at + stride)) continue;
      const row = lights + y * width + x;
      let sum = brighten(row, before + at, after + at, weights);
      sum = f32x4.add(sum, brighten(row + 1, before + at + 3, after + at + 3, weights));
      sum = f32x4.add(sum, brighten(row + width, before + at + stride, after + at + stride, weights));
      sum = f32x4.add(sum, brighten(row + width + 1, before + at + stride + 3, after + at + stride + 3, weights));
      const brighter = f32x4.extract_lane(sum, 3);
      const pair = pairs + (x >> 1);
      add(blues + pair, load<f32>(weights, 16) * (f32x4.extract_lane(sum, 2) - brighter));
      add(reds + pair, load<f32>(weights, 20) * (f32x4.extract_lane(sum, 0) - brighter));
    }
  }
}

function areSame(a: usize, b: usize): bool {
  return load<u32>(a) == load<u32>(b) && load<u16>(a + 4) == load<u16>(b + 4);
}

function brighten(pixel: usize, before: usize, after: usize, weights: usize): v128 {
  const change = f32x4.sub(loadPixel(after), loadPixel(before));
  const light =
    f32x4.extract_lane(change, 0) * load<f32>(weights) +
    f32x4.extract_lane(change, 1) * load<f32>(weights, 4) +
    f32x4.extract_lane(change, 2) * load<f32>(weights, 8);
  add(pixel, load<f32>(weights, 12) * light);
  return f32x4.replace_lane(change, 3, light);
}

function add(at: usize, change: f32): void {
  const value = <f32>load<u8>(at) + change + 0.5;
  store<u8>(at, value < 0 ? 0 : value > 255 ? 255 : <u8>value);
}
