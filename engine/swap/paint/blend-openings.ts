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
  const { width, height, painted } = pixels;
  const count = width * height;
  const opening = workspace.view(buffers.opening, count);
  const ids = shortsAt(pixels.ids, count);
  let isOpen = false;
  for (let i = 0; i < count; i++) {
    opening[i] = ids[i] !== uncovered && fromTarget[ids[i]] === 1 ? 1 : 0;
    isOpen ||= opening[i] === 1;
  }
  if (!isOpen) return;
  boxBlur(opening, width, height, band, 2);
  const where = allocate(count);
  const shares = bytesAt(where, count);
  for (let i = 0; i < count; i++) shares[i] = Math.min(255, 1020 * opening[i] * (1 - opening[i]));
  const widest = Math.max(...steps);
  const sums = allocate(2 * (2 * widest + 1) * (3 * width + 16));
  const padded = allocate(3 * width + 6 * widest + 64);
  for (const step of steps) kernels().soften(painted, where, width, height, step, 32767, sums, padded);
}
