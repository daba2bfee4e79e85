import type { Image } from '../types';
import type { Canvas } from './canvas';
import { readFinish, type Finish } from './finish';
import type { Grid } from './grid';
import type { Mask } from './mask';
import { clamp } from './ops/curves';
import type { Workspace } from './ops/workspace';

/** Steps of the blur, pixels; each doubles the reach of all before it (à trous, Holschneider et al., 1989). */
const steps = [1, 2, 4] as const;
/** A difference in crispness that nobody sees is left alone. */
const tolerance = 1.05;
const mostGrain = 12;
/** Reading the source twice between its pixels softens it: at most so much of its finest edges is given back. */
const mostRestored = 0.45;

/**
 * Gives the new face the finish of the picture it is painted into: as soft as the target was, never sharper than the
 * source, and with as much grain.
 *
 * @param wanted read before the face was painted.
 * @param isKept whether a pixel of the region is the target's own, moved at most, and so has its finish.
 */
export function matchFinish(
  image: Image,
  canvas: Canvas,
  grid: Grid,
  mask: Mask,
  { wanted, isKept }: { readonly wanted: Finish; readonly isKept: (pixel: number) => boolean },
  workspace: Workspace,
): void {
  const shares = sharesOfPixels(canvas, mask, isKept, workspace);
  let present = readFinish(image, canvas, grid, mask);
  const before = workspace.bytes('finish.before', 3 * canvas.region.width * canvas.region.height);
  for (const step of steps) {
    const isLast = excess(present, wanted) < tolerance;
    if (isLast && (step > 1 || lack(present, wanted) < tolerance)) break;
    const sharper = present;
    copyRegion(image, canvas, before);
    blurFace(image, canvas, shares, step, before, workspace);
    present = readFinish(image, canvas, grid, mask);
    if (!isLast && excess(present, wanted) >= 1) continue;
    const share = shareBetween(present, sharper, wanted, isLast ? lack : excess);
    bringBack(image, canvas, before, isLast ? clamp(share, 1, 1 + mostRestored) : clamp(share, 0, 1));
    present = readFinish(image, canvas, grid, mask);
    break;
  }
  const missing = Math.sqrt(Math.max(0, wanted.grain ** 2 - present.grain ** 2));
  if (missing > 0.3) addGrain(image, canvas, shares, missing, seedFrom(grid));
}

/**
 * How many times the energy of the target's edges the new face has: the lesser of two readings, because a beard has more
 * edges than a chin without being sharper, and a soft face in a hard light is none the sharper for it.
 */
const excess = (present: Finish, wanted: Finish): number => Math.min(...readings(present, wanted));

/** How many times the energy of the new face's edges the target has: again the lesser of two. */
const lack = (present: Finish, wanted: Finish): number => Math.min(...readings(wanted, present));

const readings = (above: Finish, below: Finish): [number, number] => [
  (above.crispness + 1e-3) / (below.crispness + 1e-3),
  (above.edges + 1) / (below.edges + 1),
];

/** Share of the sharper picture that meets what is wanted, above 1 if it is too soft itself: roots of energies add. */
function shareBetween(softer: Finish, sharper: Finish, wanted: Finish, ratio: typeof excess): number {
  const [from, to] = [softer, sharper].map((finish) => Math.sqrt(ratio(finish, wanted)));
  if (ratio === lack) return (1 - 1 / from) / (1 / to - 1 / from || 1);
  return (1 - from) / (to - from);
}

/** Share of the new face in each pixel of the region; none where the target's own pixels are kept. */
function sharesOfPixels(
  { region, cell, columns }: Canvas,
  { share }: Mask,
  isKept: (pixel: number) => boolean,
  workspace: Workspace,
): Float32Array {
  const shares = workspace.floats('finish.shares', region.width * region.height);
  for (let y = 0, pixel = 0; y < region.height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < region.width; x++, pixel++)
      shares[pixel] = isKept(pixel) ? 0 : share[row + Math.floor(x / cell)];
  }
  return shares;
}

function copyRegion(image: Image, { region }: Canvas, copy: Uint8Array): void {
  for (let y = 0; y < region.height; y++) {
    const from = 3 * ((region.y + y) * image.width + region.x);
    copy.set(image.data.subarray(from, from + 3 * region.width), 3 * y * region.width);
  }
}

/** One separable pass of [1 2 1] / 4, `step` pixels apart, blended in by each cell's share of the new face. */
function blurFace(
  image: Image,
  { region }: Canvas,
  shares: Float32Array,
  step: number,
  before: Uint8Array,
  workspace: Workspace,
): void {
  const { width, height } = region;
  const rows = workspace.floats('finish.rows', 3 * width * height);
  for (let y = 0; y < height; y++) {
    const start = 3 * y * width;
    for (let x = 0; x < width; x++) {
      const left = start + 3 * Math.max(0, x - step);
      const right = start + 3 * Math.min(width - 1, x + step);
      const at = start + 3 * x;
      for (let k = 0; k < 3; k++) rows[at + k] = before[left + k] + 2 * before[at + k] + before[right + k];
    }
  }
  for (let y = 0; y < height; y++) {
    const up = 3 * width * Math.max(0, y - step);
    const here = 3 * width * y;
    const down = 3 * width * Math.min(height - 1, y + step);
    const out = 3 * ((region.y + y) * image.width + region.x);
    for (let x = 0; x < width; x++) {
      const share = shares[y * width + x];
      if (share === 0) continue;
      for (let j = 3 * x; j < 3 * x + 3; j++) {
        const blurred = (rows[up + j] + 2 * rows[here + j] + rows[down + j]) / 16;
        image.data[out + j] = before[here + j] + share * (blurred - before[here + j]) + 0.5;
      }
    }
  }
}

/** Mixes `share` of the picture before the last blur back into the region; more than 1 restores its edges. */
function bringBack(image: Image, { region }: Canvas, before: Uint8Array, share: number): void {
  for (let y = 0; y < region.height; y++) {
    const row = 3 * ((region.y + y) * image.width + region.x);
    const from = 3 * y * region.width;
    for (let j = 0; j < 3 * region.width; j++) {
      const blurred = image.data[row + j];
      image.data[row + j] = clamp(blurred + share * (before[from + j] - blurred) + 0.5, 0, 255);
    }
  }
}

/**
 * Adds grey noise. It depends on nothing but the picture, so the same frame always looks the same, and on the colours of
 * the target, so that it moves from frame to frame as grain does.
 */
function addGrain(image: Image, { region }: Canvas, shares: Float32Array, missing: number, seed: number): void {
  const deviation = Math.min(mostGrain, missing);
  let random = seed;
  for (let y = 0; y < region.height; y++) {
    const row = 3 * ((region.y + y) * image.width + region.x);
    for (let x = 0; x < region.width; x++) {
      random = (Math.imul(random, 1664525) + 1013904223) | 0;
      const noise = deviation * shares[y * region.width + x] * bell(random);
      if (noise === 0) continue;
      for (let j = row + 3 * x; j < row + 3 * x + 3; j++) image.data[j] = clamp(image.data[j] + noise + 0.5, 0, 255);
    }
  }
}

const seedFrom = ({ target }: Grid): number => Math.round(64 * target.reduce((sum, value) => sum + value, 0)) | 0;

/** Nearly Gaussian, mean 0 and variance 1, out of the four bytes of a number, well stirred. */
function bell(number: number): number {
  const stirred = Math.imul(number ^ (number >>> 16), 0x45d9f3b);
  const random = stirred ^ (stirred >>> 16);
  const bytes = (random & 255) + ((random >>> 8) & 255) + ((random >>> 16) & 255) + (random >>> 24);
  return (bytes - 510) / 147.8;
}
