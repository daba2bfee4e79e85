import { loadPixel, mix, sample, sampleAlong, splat, storePixel, within } from './sample';
import { tone } from './tone';

/** (alpha, shine, hue, sum of `low`), base, low and `darkHue`, gain. `line` also has the differences to the next cell. */
const CELL: i32 = 64;
const IN_LINE: i32 = 128;
const BASE: i32 = 16;
const LOW: i32 = 32;
const GAIN: i32 = 48;

const UNCOVERED: i32 = -1;
const NOTHING: f32 = 0.004;

/** Texels a pixel. From here on, single samples of a compressed triangle would be a dotted line. */
const COMPRESSED: f32 = 2.5;
/** Texels between samples. */
const SAMPLE_STEP: f32 = 1.5;
const MOST_SAMPLES: f32 = 8;

/**
 * Along a run of one triangle, sampling positions are linear.
 * @param original,painted width × height × 3 bytes; `painted` starts as a copy.
 * @param alpha width × height bytes, written; 0 for moved pixels.
 * @param ids width × height i16: a triangle's number or −1.
 * @param across,down triangles × 3 f64 (see `triangleGradients`).
 * @param fromTarget triangles × 1 byte: 1 where the original is moved.
 * @param atlas size × size × 3 bytes.
 * @param fields columns × rows cells.
 * @param line twice a row of fields.
 */
export function paint(
  original: usize,
  painted: usize,
  alpha: usize,
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
        memory.fill(alpha + (first + start), 0, x - start);
        continue;
      }
      if (!isBlended) blendRows(fields, columns, rows, (<f32>y + 0.5) / <f32>cell - 0.5, line);
      isBlended = true;
      const perCell: f32 = 1 / <f32>cell;
      const gridX = (<f32>start + 0.5) * perCell - 0.5;
      const from = triple(along(across, id, start, y), along(down, id, start, y), gridX);
      const step = triple(<f32>load<f64>(across + 24 * id, 8), <f32>load<f64>(down + 24 * id, 8), perCell);
      const pixel = first + start;
      if (load<u8>(fromTarget + id) == 1) {
        memory.fill(alpha + pixel, 0, x - start);
        const last = triple(<f32>width - 1.001, <f32>height - 1.001, <f32>columns - 1.001);
        moveRun(original, 3 * width, painted + 3 * pixel, x - start, from, step, last, line);
      } else {
        const last = triple(<f32>size - 1.001, <f32>size - 1.001, <f32>columns - 1.001);
        const extent = footprint(across + 24 * id, down + 24 * id);
        paintRun(atlas, 3 * size, painted + 3 * pixel, alpha + pixel, x - start, from, step, last, line, extent);
      }
    }
  }
}

function along(gradients: usize, id: i32, x: i32, y: i32): f32 {
  const at = gradients + 24 * id;
  return <f32>(load<f64>(at) + load<f64>(at, 8) * (<f64>x + 0.5) + load<f64>(at, 16) * (<f64>y + 0.5) - 0.5);
}

function blendRows(fields: usize, columns: i32, rows: i32, gridY: f32, line: usize): void {
  const y = max<f32>(0, min<f32>(<f32>rows - 1, gridY));
  const top = <i32>y;
  const share = f32x4.splat(y - <f32>top);
  const upper = fields + top * columns * CELL;
  const lower = fields + min(rows - 1, top + 1) * columns * CELL;
  for (let column = 0; column < columns; column++) {
    const at = line + column * IN_LINE;
    for (let i = 0; i < CELL; i += 16) {
      const cell = column * CELL + i;
      const value = mix(v128.load(upper + cell), v128.load(lower + cell), share);
      v128.store(at + i, value);
      if (column > 0) v128.store(at + i - CELL, f32x4.sub(value, v128.load(at + i - IN_LINE)));
    }
  }
}

function field(at: usize, fx: v128): v128 {
  return f32x4.add(v128.load(at), f32x4.mul(fx, v128.load(at, CELL)));
}

/**
 * The longer axis of a pixel on the atlas, in texels and lanes 0 and 1; 0 unless compressed. Anisotropic filtering
 * (Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989).
 */
function footprint(across: usize, down: usize): v128 {
  const a = <f32>load<f64>(across, 8);
  const b = <f32>load<f64>(across, 16);
  const c = <f32>load<f64>(down, 8);
  const d = <f32>load<f64>(down, 16);
  const columnSquare = a * a + b * b;
  const rowSquare = c * c + d * d;
  const product = a * c + b * d;
  const half: f32 = 0.5 * (columnSquare - rowSquare);
  const square: f32 = 0.5 * (columnSquare + rowSquare) + Mathf.sqrt(half * half + product * product);
  if (square < COMPRESSED * COMPRESSED) return f32x4.splat(0);
  const length = min<f32>(Mathf.sqrt(square), SAMPLE_STEP * MOST_SAMPLES);
  const isWide = columnSquare > rowSquare;
  const x = isWide ? square - rowSquare : product;
  const y = isWide ? product : square - columnSquare;
  const scale = length / Mathf.sqrt(x * x + y * y);
  return triple(scale * x, scale * y, 0);
}

/** @param from,step,last texture column and row, grid column. @param extent see `footprint` */
function paintRun(
  atlas: usize,
  stride: i32,
  at: usize,
  alpha: usize,
  length: i32,
  from: v128,
  step: v128,
  last: v128,
  line: usize,
  extent: v128,
): void {
  const isCompressed = v128.any_true(extent);
  for (let n = 0; n < length; n++, at += 3, alpha++) {
    const place = within(f32x4.add(from, f32x4.mul(f32x4.splat(<f32>n), step)), last);
    const whole = i32x4.trunc_sat_f32x4_s(place);
    const rest = f32x4.sub(place, f32x4.convert_i32x4_s(whole));
    const cell = line + i32x4.extract_lane(whole, 2) * IN_LINE;
    const fx = splat(rest, 2);
    const scalars = field(cell, fx);
    const share = f32x4.extract_lane(scalars, 0);
    if (share < NOTHING) {
      store<u8>(alpha, 0);
      continue;
    }
    const corner = atlas + i32x4.extract_lane(whole, 1) * stride + 3 * i32x4.extract_lane(whole, 0);
    const rgb = isCompressed
      ? sampleAlong(atlas, stride, place, extent, last, SAMPLE_STEP)
      : sample(corner, stride, splat(rest, 0), splat(rest, 1));
    const shine = f32x4.extract_lane(scalars, 1);
    const hue = f32x4.extract_lane(scalars, 2);
    const lowSum = f32x4.extract_lane(scalars, 3);
    const low = field(cell + LOW, fx);
    const fresh = tone(
      rgb,
      field(cell + BASE, fx),
      low,
      field(cell + GAIN, fx),
      lowSum,
      shine,
      hue,
      f32x4.extract_lane(low, 3),
    );
    storePixel(at, mix(loadPixel(at), fresh, f32x4.splat(share)));
    store<u8>(alpha, <u8>(255 * (share < 1 ? share : 1) + 0.5));
  }
}

function moveRun(
  original: usize,
  stride: i32,
  at: usize,
  length: i32,
  from: v128,
  step: v128,
  last: v128,
  line: usize,
): void {
  for (let n = 0; n < length; n++, at += 3) {
    const place = within(f32x4.add(from, f32x4.mul(f32x4.splat(<f32>n), step)), last);
    const whole = i32x4.trunc_sat_f32x4_s(place);
    const rest = f32x4.sub(place, f32x4.convert_i32x4_s(whole));
    const scalars = field(line + i32x4.extract_lane(whole, 2) * IN_LINE, splat(rest, 2));
    if (f32x4.extract_lane(scalars, 0) < NOTHING) continue;
    const corner = original + i32x4.extract_lane(whole, 1) * stride + 3 * i32x4.extract_lane(whole, 0);
    const moved = sample(corner, stride, splat(rest, 0), splat(rest, 1));
    storePixel(at, mix(loadPixel(at), moved, splat(scalars, 0)));
  }
}

function triple(a: f32, b: f32, c: f32): v128 {
  return f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(a), 1, b), 2, c);
}
