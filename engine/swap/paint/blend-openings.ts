import { allocate, bytesAt, kernels, shortsAt } from '#engine/kernels/memory';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { uncovered } from '#engine/swap/geometry/raster';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { floats, type Workspace } from '#engine/swap/ops/workspace';

const buffers = { opening: floats() };

/** Of the region's width: half the band around lids and lips in which both faces mix. */
const bandShare = 0.004;
/** Tap distance over the band: more costs the sharpness of lashes. */
const stepShare = 0.5;

/**
 * Eyeballs and the inside of the mouth are moved target pixels: without a soft edge, their outline shows stair steps.
 * @param fromTarget triangles: 1 where target pixels are moved.
 */
export function blendOpenings(pixels: Pixels, fromTarget: Uint8Array, workspace: Workspace): void {
  const band = Math.max(1, Math.round(bandShare * pixels.width));
  blendBand(pixels, fromTarget, band, [Math.max(1, Math.floor(stepShare * band))], workspace);
}

/**
 * On a blurred target only the new face was softened: the outlines would be the only sharp lines.
 * @param blur widest tap distance, pixels; 0 if nothing was softened
 */
export function softenOpenings(pixels: Pixels, fromTarget: Uint8Array, blur: number, workspace: Workspace): void {
  if (blur === 0) return;
  const steps = [1, 2, 4, 8].filter((step) => step <= blur);
  blendBand(pixels, fromTarget, 2 * blur, steps, workspace);
}

function blendBand(
  pixels: Pixels,
  fromTarget: Uint8Array,
  band: number,
  steps: readonly number[],
  workspace: Workspace,
): void {
  const { width, height } = pixels;
  const widest = Math.max(...steps);
  const rows = openRows(pixels, fromTarget, 2 * band + widest + 1);
  if (!rows) return;
  const count = width * (rows.end - rows.first);
  const painted = pixels.painted + 3 * width * rows.first;
  const opening = workspace.view(buffers.opening, count);
  const ids = shortsAt(pixels.ids, width * height).subarray(width * rows.first, width * rows.end);
  for (let i = 0; i < count; i++) opening[i] = ids[i] !== uncovered && fromTarget[ids[i]] === 1 ? 1 : 0;
  boxBlur(opening, width, rows.end - rows.first, band, 2);
  const where = allocate(count);
  const shares = bytesAt(where, count);
  for (let i = 0; i < count; i++) shares[i] = Math.min(255, 1020 * opening[i] * (1 - opening[i]));
  const sums = allocate(2 * (2 * widest + 1) * (3 * width + 16));
  const padded = allocate(3 * width + 6 * widest + 64);
  for (const step of steps) kernels().soften(painted, where, width, rows.end - rows.first, step, 32767, sums, padded);
}

/** Undefined if nothing is open. */
function openRows(
  { width, height, ids }: Pixels,
  fromTarget: Uint8Array,
  margin: number,
): { first: number; end: number } | undefined {
  const shown = shortsAt(ids, width * height);
  const isOpen = (i: number) => shown[i] !== uncovered && fromTarget[shown[i]] === 1;
  let [start, last] = [0, shown.length - 1];
  while (start <= last && !isOpen(start)) start++;
  if (start > last) return undefined;
  while (!isOpen(last)) last--;
  const row = (i: number) => Math.floor(i / width);
  return { first: Math.max(0, row(start) - margin), end: Math.min(height, row(last) + margin + 1) };
}
