import { loadPixel, mix, sample, storePixel } from './sample';

/**
 * Bytes of one cell's fields. Four vectors: share of the new face, shine, hue and the sum of `low`; then base, low and
 * gain of the three channels.
 */
const CELL: i32 = 64;
const BASE: i32 = 16;
const LOW: i32 = 32;
const GAIN: i32 = 48;

const UNCOVERED: i32 = -1;
/** A share of the new face too small to see. */
const NOTHING: f32 = 0.004;
/** From here on upwards colours are compressed rather than clipped. */
const SHOULDER: f32 = 226;

/**
 * Paints the new face: every pixel that a triangle covers, run by run; along a run reading moves evenly.
 *
 * @param original,painted width × height × 3 bytes; `painted` is a copy at first.
 * @param shares width × height bytes, written: how much of the new face a pixel shows, 255 all; moved pixels show none.
 * @param ids width × height, 16 bits: a triangle's number or −1.
 * @param across,down triangles × 3 doubles: column and row to read at (see `triangleGradients`).
 * @param fromTarget triangles × 1 byte: 1 where the original is moved rather than the atlas read.
 * @param atlas size × size × 3 bytes.
 * @param fields columns × rows cells.
 * @param line room for columns cells.
 */
export function paint(
  original: usize,
  painted: usize,
  shares: usize,
  ids: usize,
  width: i32,
  height: i32,
  across: usize,
  down: usize,
  fromTarget: usize,
  atlas: usize,
  size: i32,
  fields: usize,
  columns: i32,
  rows: i32,
  cell: i32,
  line: usize,
): void {
  for (let y = 0; y < height; y++) {
    const first = y * width;
    let isBlended = false;
    for (let x = 0; x < width;) {
      const id = <i32>load<i16>(ids + 2 * (first + x));
      const start = x;
      do x++;
      while (x < width && <i32>load<i16>(ids + 2 * (first + x)) == id);
      if (id == UNCOVERED) {
        memory.fill(shares + (first + start), 0, x - start);
        continue;
      }
      if (!isBlended) blendRows(fields, columns, rows, (<f32>y + 0.5) / <f32>cell - 0.5, line);
      isBlended = true;
      const pixel = first + start;
      const isMoved = load<u8>(fromTarget + id) == 1;
      runU = along(across, id, start, y);
      runV = along(down, id, start, y);
      stepU = <f32>load<f64>(across + 24 * id, 8);
      stepV = <f32>load<f64>(down + 24 * id, 8);
      if (isMoved) {
        memory.fill(shares + pixel, 0, x - start);
        moveRun(original, width, height, painted + 3 * pixel, start, x, line, columns, cell);
      } else {
        paintRun(atlas, size, painted + 3 * pixel, shares + pixel, start, x, line, columns, cell);
      }
    }
  }
}

/** Where the run at hand begins to read, and how far it moves from pixel to pixel. */
let runU: f32 = 0;
let runV: f32 = 0;
let stepU: f32 = 0;
let stepV: f32 = 0;

/** An affine function at the middle of a pixel, less the half by which texels are counted from their middle. */
function along(gradients: usize, id: i32, x: i32, y: i32): f32 {
  const at = gradients + 24 * id;
  return <f32>(load<f64>(at) + load<f64>(at, 8) * (<f64>x + 0.5) + load<f64>(at, 16) * (<f64>y + 0.5) - 0.5);
}

/** Interpolates all fields between two rows of the grid. */
function blendRows(fields: usize, columns: i32, rows: i32, gridY: f32, line: usize): void {
  const y = clamp(gridY, <f32>rows - 1);
  const top = <i32>y;
  const share = f32x4.splat(y - <f32>top);
  const upper = fields + top * columns * CELL;
  const lower = fields + min(rows - 1, top + 1) * columns * CELL;
  const length = columns * CELL;
  for (let i = 0; i < length; i += 16) {
    v128.store(line + i, mix(v128.load(upper + i), v128.load(lower + i), share));
  }
}

/** Source pixels, toned, over the target's. */
function paintRun(
  atlas: usize,
  size: i32,
  at: usize,
  shares: usize,
  start: i32,
  end: i32,
  line: usize,
  columns: i32,
  cell: i32,
): void {
  const lastTexel = <f32>size - 1.001;
  const lastColumn = <f32>columns - 1.001;
  const perCell: f32 = 1 / <f32>cell;
  const stride = 3 * size;
  for (let x = start; x < end; x++, at += 3, shares++) {
    const gridX = clamp((<f32>x + 0.5) * perCell - 0.5, lastColumn);
    const column = <i32>gridX;
    const a = line + column * CELL;
    const fx = f32x4.splat(gridX - <f32>column);
    const scalars = mix(v128.load(a), v128.load(a + CELL), fx);
    const share = f32x4.extract_lane(scalars, 0);
    if (share < NOTHING) {
      store<u8>(shares, 0);
      continue;
    }
    const n = <f32>(x - start);
    const rgb = sample(atlas, stride, clamp(runU + n * stepU, lastTexel), clamp(runV + n * stepV, lastTexel));
    const base = mix(v128.load(a, BASE), v128.load(a + CELL, BASE), fx);
    const low = mix(v128.load(a, LOW), v128.load(a + CELL, LOW), fx);
    const gain = mix(v128.load(a, GAIN), v128.load(a + CELL, GAIN), fx);
    const fresh = tone(rgb, base, low, gain, scalars);
    const old = loadPixel(at);
    const blended = f32x4.add(mix(old, fresh, f32x4.splat(share)), f32x4.splat(0.5));
    storePixel(at, blended);
    store<u8>(shares, <u8>(255 * min<f32>(1, share) + 0.5));
  }
}

/** A colour of the source as one of the target: `toneChannel` for three channels, with `hueShare` and shine. */
function tone(rgb: v128, base: v128, low: v128, gain: v128, scalars: v128): v128 {
  const sum = f32x4.extract_lane(rgb, 0) + f32x4.extract_lane(rgb, 1) + f32x4.extract_lane(rgb, 2);
  const grey = sum / (f32x4.extract_lane(scalars, 3) + 1e-3) - 1;
  const shine = grey > 0 ? f32x4.extract_lane(scalars, 1) : 1;
  const hue = hueShare(grey, f32x4.extract_lane(scalars, 2));
  const plain = f32x4.mul(low, f32x4.splat(grey));
  const coloured = f32x4.mul(f32x4.splat(hue), f32x4.sub(f32x4.sub(rgb, low), plain));
  const detail = f32x4.mul(f32x4.mul(f32x4.add(plain, coloured), gain), f32x4.splat(shine));
  return compress(f32x4.add(base, detail), base);
}

function hueShare(grey: f32, hue: f32): f32 {
  const kept = grey > -0.2 ? hue : hue * max<f32>(0.2, 1 + 2.2 * (grey + 0.2));
  return min<f32>(1, kept);
}

/** Bends what is brighter than the shoulder, and than the base, towards white without reaching it. */
function compress(value: v128, base: v128): v128 {
  const white = f32x4.splat(256);
  const knee = f32x4.max(base, f32x4.splat(SHOULDER));
  const bent = v128.and(f32x4.gt(value, knee), f32x4.lt(knee, white));
  if (!v128.any_true(bent)) return value;
  const room = f32x4.sub(white, knee);
  const over = f32x4.sub(value, knee);
  return v128.bitselect(f32x4.add(knee, f32x4.div(f32x4.mul(room, over), f32x4.add(room, over))), value, bent);
}

/** The target's own pixels, moved to where its features now are. */
function moveRun(
  original: usize,
  width: i32,
  height: i32,
  at: usize,
  start: i32,
  end: i32,
  line: usize,
  columns: i32,
  cell: i32,
): void {
  const lastColumn = <f32>columns - 1.001;
  const perCell: f32 = 1 / <f32>cell;
  for (let x = start; x < end; x++, at += 3) {
    const gridX = clamp((<f32>x + 0.5) * perCell - 0.5, lastColumn);
    const column = <i32>gridX;
    const a = line + column * CELL;
    const share = load<f32>(a) + (gridX - <f32>column) * (load<f32>(a + CELL) - load<f32>(a));
    if (share < NOTHING) continue;
    const n = <f32>(x - start);
    const u = clamp(runU + n * stepU, <f32>width - 1.001);
    const v = clamp(runV + n * stepV, <f32>height - 1.001);
    const moved = sample(original, 3 * width, u, v);
    storePixel(at, f32x4.add(mix(loadPixel(at), moved, f32x4.splat(share)), f32x4.splat(0.5)));
  }
}

function clamp(value: f32, last: f32): f32 {
  return max<f32>(0, min<f32>(last, value));
}
