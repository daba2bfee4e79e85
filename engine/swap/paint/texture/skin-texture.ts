import { allocate, bytesAt, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { lumaPlane } from '#engine/swap/judge/texture';
import type { Mask } from '#engine/swap/judge/mask';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { hasAny } from '#engine/swap/ops/has-any';
import { meanOfSmallest } from '#engine/swap/ops/mean-of-smallest';
import { lineShares } from './line-shares';

/** Radius over the longer side of the face's region: pores, freckles, hairs of skin and film grain are smaller. */
const reach = 0.012;
/** Standard deviations, 0–255, of the target's skin: less is compression. */
const visible = { from: 0.6, all: 1.2 };
/** The flattest cells show no moles or stubble. */
const flatShare = 0.5;
const minCells = 20;
/** Pixels. */
const leastWindow = 5;
/** Pixels: the kernel's bound. */
const mostRadius = 15;
/** Times the texture of flat skin: what exceeds it belongs to the target's person. */
const mostOfCell = 2;
const mostOfPixel = 3.5;
/** Cells. */
const smoothing = 2;
/** Of the zone of eyes, brows and lips, which reaches to the next landmarks: a centimetre above a brow. */
const besideFeatures = { from: 0.75, to: 0.45 };

/**
 * On plain skin that lacks it, the new face gets the target's own texture: a blurred or small source is wax beside pores
 * and grain. Skin of a detailed source stays as it is.
 * @param lights address, of the original (see `lumaPlane`)
 * @returns address of width × height bytes: opacity of the new face where it got none
 */
export function keepSkinTexture(pixels: Pixels, lights: number, canvas: Canvas, grid: Grid, mask: Mask): number {
  const { width, height, painted, alpha } = pixels;
  const { cell, columns, rows } = canvas;
  const rest = allocate(width * height);
  withScratch(() => {
    const plain = plainCells(grid);
    const { texture, energies: wanted } = textureOf(lights, pixels, canvas);
    const flat = flatTexture(wanted, plain, canvas, grid, mask);
    const shares =
      flat < visible.from
        ? undefined
        : missingShares(pixels, canvas, withoutLines(plain, texture, pixels, canvas), wanted, flat);
    if (!shares || !hasAny(shares)) {
      bytesAt(rest, width * height).set(bytesAt(alpha, width * height));
      return;
    }
    const line = allocate(8 * (width + 16));
    const added = copyIn(shares);
    const limit = Math.min(127, mostOfPixel * flat);
    kernels().addTexture(painted, alpha, width, height, texture, limit, added, columns, rows, cell, line);
    kernels().fadeAlpha(alpha, width, height, added, columns, rows, cell, line, rest);
  });
  return rest;
}

/** Of the target's texture, 0–1. @param wanted energies; smoothed */
function missingShares(
  pixels: Pixels,
  canvas: Canvas,
  plain: Float32Array,
  wanted: Float32Array,
  flat: number,
): Float32Array {
  const { columns, rows } = canvas;
  const { energies: present } = withScratch(() => textureOf(lumaPlane(pixels, pixels.painted), pixels, canvas));
  boxBlur(wanted, columns, rows, smoothing);
  boxBlur(present, columns, rows, smoothing);
  const most = (mostOfCell * flat) ** 2;
  const strength = ramp(visible.from, visible.all, flat);
  const shares = new Float32Array(plain.length);
  for (let i = 0; i < shares.length; i++) {
    const lacking = Math.min(wanted[i], most) - present[i];
    if (lacking > 0) shares[i] = strength * plain[i] * Math.sqrt(lacking / (wanted[i] + 1e-6));
  }
  return shares;
}

/** Neither face has eyes, brows or lips there. What a beard of the source shows is not missing. */
function plainCells({ covered, fromTarget, anyPigmented }: Grid): Float32Array {
  const { from, to } = besideFeatures;
  const plain = covered.slice();
  for (let i = 0; i < plain.length; i++) plain[i] *= (1 - fromTarget[i]) * ramp(from, to, anyPigmented[i]);
  return plain;
}

/** Wrinkles and edges of the target's nose are its person's. */
function withoutLines(plain: Float32Array, texture: number, pixels: Pixels, canvas: Canvas): Float32Array {
  const lines = lineShares(texture, pixels, canvas, Math.max(smoothing, Math.round(leastWindow / canvas.cell)));
  for (let i = 0; i < lines.length; i++) lines[i] = plain[i] * (1 - lines[i]);
  return lines;
}

interface SkinTexture {
  /** Address of width × height f32: what a blur takes away. */
  readonly texture: number;
  /** Columns × rows: means of its squares. */
  readonly energies: Float32Array;
}

/** @param lights see `lumaPlane` */
function textureOf(lights: number, { width, height }: Pixels, { cell, columns, rows }: Canvas): SkinTexture {
  const radius = clamp(Math.round(reach * cell * Math.max(columns, rows)), 1, mostRadius);
  const texture = allocate(4 * width * height);
  return withScratch(() => {
    const energies = allocate(4 * columns * rows);
    const scratch = allocate(12 * width + 4 * radius + 128);
    kernels().highPass(lights, width, height, radius, cell, columns, texture, energies, scratch);
    return { texture, energies: floatsAt(energies, columns * rows).slice() };
  });
}

/** Standard deviation. Single pixels of small cells would be flat by chance. */
function flatTexture(
  energies: Float32Array,
  plain: Float32Array,
  { cell, columns, rows }: Canvas,
  { feather }: Grid,
  { alpha }: Mask,
): number {
  const means = energies.slice();
  const radius = Math.round((leastWindow / cell - 1) / 2);
  if (radius > 0) boxBlur(means, columns, rows, radius);
  let count = 0;
  for (let i = 0; i < means.length; i++)
    if (plain[i] > 0.9 && feather[i] > 0.9 && alpha[i] > 0.9) means[count++] = means[i];
  if (count < minCells) return 0;
  return Math.sqrt(meanOfSmallest(means.subarray(0, count), Math.ceil(flatShare * count)));
}
