import type { Image } from '../types';
import type { Canvas } from './canvas';
import type { Mask } from './mask';
import type { Workspace } from './ops/workspace';
import { uncovered } from './raster';
import type { Reading } from './reading';
import { hueShare, toneChannel, type Tone } from './tone';

/** Fields of one grid cell, side by side for the loop below: base, low and gain are by channel. */
const stride = 12;
const [SHARE, SHINE, HUE, BASE, LOW, GAIN] = [0, 1, 2, 3, 6, 9] as const;

/** A share of the new face too small to see. */
const nothing = 0.004;

/**
 * Paints the new face over the old one, reading the source once per pixel and bending the grid's fields to pixel
 * resolution by linear interpolation. Only pixels of the canvas with a share of the new face are written.
 *
 * @param ids region.width × region.height, the triangle at each pixel (see `rasterize`).
 */
export function composite(
  image: Image,
  { region, cell, columns, rows }: Canvas,
  ids: Int16Array,
  reading: Reading,
  mask: Mask,
  tone: Tone,
  workspace: Workspace,
): void {
  const fields = packFields(mask, tone, workspace);
  const line = workspace.floats('composite.line', stride * columns);
  const original = copyRegion(image, region, workspace);
  for (let y = 0; y < region.height; y++) {
    if (!isTouched(ids, y * region.width, region.width)) continue;
    blendRows(fields, columns, rows, (y + 0.5) / cell - 0.5, line);
    paintRow(image, region, ids, y, reading, original, line, columns, cell);
  }
}

function packFields({ share }: Mask, { base, low, gain, shine, hue }: Tone, workspace: Workspace): Float32Array {
  const fields = workspace.floats('composite.fields', stride * share.length);
  for (let i = 0, at = 0; i < share.length; i++, at += stride) {
    fields[at + SHARE] = share[i];
    fields[at + SHINE] = shine[i];
    fields[at + HUE] = hue[i];
    for (let k = 0; k < 3; k++) {
      fields[at + BASE + k] = base[3 * i + k];
      fields[at + LOW + k] = low[3 * i + k];
      fields[at + GAIN + k] = gain[3 * i + k];
    }
  }
  return fields;
}

/** The region as it was, for the pixels that are moved rather than replaced. */
function copyRegion(image: Image, region: Canvas['region'], workspace: Workspace): Uint8Array {
  const copy = workspace.bytes('composite.original', 3 * region.width * region.height);
  for (let y = 0; y < region.height; y++) {
    const from = 3 * ((region.y + y) * image.width + region.x);
    copy.set(image.data.subarray(from, from + 3 * region.width), 3 * y * region.width);
  }
  return copy;
}

function isTouched(ids: Int16Array, start: number, length: number): boolean {
  for (let i = start; i < start + length; i++) if (ids[i] !== uncovered) return true;
  return false;
}

/** Interpolates all fields between two rows of the grid. */
function blendRows(fields: Float32Array, columns: number, rows: number, gridY: number, line: Float32Array): void {
  const y = gridY < 0 ? 0 : gridY > rows - 1 ? rows - 1 : gridY;
  const top = Math.floor(y);
  const share = y - top;
  const upper = top * columns * stride;
  const lower = Math.min(rows - 1, top + 1) * columns * stride;
  for (let i = 0; i < line.length; i++) line[i] = fields[upper + i] + share * (fields[lower + i] - fields[upper + i]);
}

/** One row of pixels, run by run: a run is the stretch that one triangle covers, along which reading moves evenly. */
function paintRow(
  image: Image,
  region: Canvas['region'],
  ids: Int16Array,
  y: number,
  { level, across, down, fromTarget }: Reading,
  original: Uint8Array,
  line: Float32Array,
  columns: number,
  cell: number,
): void {
  const row = y * region.width;
  const pixels = 3 * ((region.y + y) * image.width + region.x);
  for (let x = 0; x < region.width;) {
    const id = ids[row + x];
    const start = x;
    do x++;
    while (x < region.width && ids[row + x] === id);
    if (id === uncovered) continue;
    const stepU = across[3 * id + 1];
    const stepV = down[3 * id + 1];
    const u = across[3 * id] + stepU * (start + 0.5) + across[3 * id + 2] * (y + 0.5) - 0.5;
    const v = down[3 * id] + stepV * (start + 0.5) + down[3 * id + 2] * (y + 0.5) - 0.5;
    const at = pixels + 3 * start;
    if (fromTarget[id] === 1) {
      moveRun(
        image.data,
        at,
        x - start,
        start,
        original,
        region.width,
        region.height,
        u,
        v,
        stepU,
        stepV,
        line,
        columns,
        cell,
      );
    } else {
      paintRun(image.data, at, x - start, start, level.data, level.size, u, v, stepU, stepV, line, columns, cell);
    }
  }
}

/** Source pixels, toned, over the target's. Everything is inlined: this loop is most of the time of a large face. */
function paintRun(
  data: Uint8Array,
  at: number,
  length: number,
  firstX: number,
  texture: Uint8Array,
  size: number,
  u: number,
  v: number,
  stepU: number,
  stepV: number,
  line: Float32Array,
  columns: number,
  cell: number,
): void {
  const lastTexel = size - 1.001;
  const lastColumn = columns - 1.001;
  const perCell = 1 / cell;
  const textureRow = 3 * size;
  for (let n = 0; n < length; n++, at += 3, u += stepU, v += stepV) {
    let gridX = (firstX + n + 0.5) * perCell - 0.5;
    gridX = gridX < 0 ? 0 : gridX > lastColumn ? lastColumn : gridX;
    const column = gridX | 0;
    const fx = gridX - column;
    const a = stride * column;
    const b = a + stride;
    const share = line[a] + fx * (line[b] - line[a]);
    if (share < nothing) continue;
    const texelU = u < 0 ? 0 : u > lastTexel ? lastTexel : u;
    const texelV = v < 0 ? 0 : v > lastTexel ? lastTexel : v;
    const left = texelU | 0;
    const top = texelV | 0;
    const fu = texelU - left;
    const fv = texelV - top;
    const p = top * textureRow + 3 * left;
    const q = p + textureRow;
    const w00 = (1 - fu) * (1 - fv);
    const w10 = fu * (1 - fv);
    const w01 = (1 - fu) * fv;
    const w11 = fu * fv;
    const red = w00 * texture[p] + w10 * texture[p + 3] + w01 * texture[q] + w11 * texture[q + 3];
    const green = w00 * texture[p + 1] + w10 * texture[p + 4] + w01 * texture[q + 1] + w11 * texture[q + 4];
    const blue = w00 * texture[p + 2] + w10 * texture[p + 5] + w01 * texture[q + 2] + w11 * texture[q + 5];
    const lowRed = line[a + LOW] + fx * (line[b + LOW] - line[a + LOW]);
    const lowGreen = line[a + LOW + 1] + fx * (line[b + LOW + 1] - line[a + LOW + 1]);
    const lowBlue = line[a + LOW + 2] + fx * (line[b + LOW + 2] - line[a + LOW + 2]);
    const grey = (red + green + blue) / (lowRed + lowGreen + lowBlue + 1e-3) - 1;
    const hue = hueShare(grey, line[a + HUE] + fx * (line[b + HUE] - line[a + HUE]));
    const shine = grey > 0 ? line[a + SHINE] + fx * (line[b + SHINE] - line[a + SHINE]) : 1;
    const at0 = a + BASE;
    const next = b + BASE;
    const toGain = GAIN - BASE;
    const baseRed = line[at0] + fx * (line[next] - line[at0]);
    const baseGreen = line[at0 + 1] + fx * (line[next + 1] - line[at0 + 1]);
    const baseBlue = line[at0 + 2] + fx * (line[next + 2] - line[at0 + 2]);
    const gainRed = line[at0 + toGain] + fx * (line[next + toGain] - line[at0 + toGain]);
    const gainGreen = line[at0 + toGain + 1] + fx * (line[next + toGain + 1] - line[at0 + toGain + 1]);
    const gainBlue = line[at0 + toGain + 2] + fx * (line[next + toGain + 2] - line[at0 + toGain + 2]);
    data[at] = blend(data[at], toneChannel(red, baseRed, lowRed, gainRed * shine, grey, hue), share);
    data[at + 1] = blend(data[at + 1], toneChannel(green, baseGreen, lowGreen, gainGreen * shine, grey, hue), share);
    data[at + 2] = blend(data[at + 2], toneChannel(blue, baseBlue, lowBlue, gainBlue * shine, grey, hue), share);
  }
}

/** Rounded to a byte. */
function blend(old: number, fresh: number, share: number): number {
  const value = old + share * (fresh - old) + 0.5;
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

/** The target's own pixels, moved to where its features now are. */
function moveRun(
  data: Uint8Array,
  at: number,
  length: number,
  firstX: number,
  texture: Uint8Array,
  width: number,
  height: number,
  u: number,
  v: number,
  stepU: number,
  stepV: number,
  line: Float32Array,
  columns: number,
  cell: number,
): void {
  const lastColumn = columns - 1.001;
  for (let n = 0; n < length; n++, at += 3, u += stepU, v += stepV) {
    const gridX = Math.max(0, Math.min(lastColumn, (firstX + n + 0.5) / cell - 0.5));
    const column = gridX | 0;
    const a = stride * column;
    const share = line[a] + (gridX - column) * (line[a + stride] - line[a]);
    if (share < nothing) continue;
    const x = Math.max(0, Math.min(width - 1.001, u));
    const y = Math.max(0, Math.min(height - 1.001, v));
    const left = x | 0;
    const top = y | 0;
    const fu = x - left;
    const fv = y - top;
    const p = 3 * (top * width + left);
    const q = p + 3 * width;
    for (let k = 0; k < 3; k++) {
      const upper = texture[p + k] + fu * (texture[p + 3 + k] - texture[p + k]);
      const lower = texture[q + k] + fu * (texture[q + 3 + k] - texture[q + k]);
      data[at + k] = data[at + k] + share * (upper + fv * (lower - upper) - data[at + k]) + 0.5;
    }
  }
}
