import { allocate, bytesAt, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import type { Pixels } from '#engine/swap/geometry/pixels';

/** Pixels: half the band along a line that becomes soft. */
const band = 1;
/** Rows above and below the marks that the blurred line and the kernel read. */
const margin = 4;
/** Of the blurred line: the middle of one pixel's width becomes 1. */
const lineGain = 3;
/** Of the kernel `soften`: taps beside each other, and the whole effect. */
const [tapDistance, wholeEffect] = [1, 32767];

/**
 * Where two pieces of the source meet, as between lips, a line shows stair steps. What is not the new face stays.
 * @param from,to rows of the marks, within which `mark` sets pixels of the line to 1; `first` is the plane's first row
 */
export function softenLine(
  { width, height, painted, alpha }: Pixels,
  from: number,
  to: number,
  mark: (plane: Float32Array, first: number) => void,
): void {
  const first = Math.max(0, Math.floor(from) - margin);
  const end = Math.min(height, Math.ceil(to) + margin + 1);
  if (end <= first) return;
  const rows = end - first;
  const count = width * rows;
  withScratch(() => {
    const line = allocate(4 * count);
    const where = allocate(count);
    const scratch = allocate(4 * count);
    const sums = allocate(Math.max(8 * (width + 1), 2 * (2 * tapDistance + 1) * (3 * width + 16)));
    const padded = allocate(3 * width + 6 * tapDistance + 64);
    const plane = floatsAt(line, count).fill(0);
    mark(plane, first);
    kernels().boxBlur(line, width, rows, band, 2, scratch, sums);
    setShares(bytesAt(where, count), floatsAt(line, count), bytesAt(alpha + width * first, count));
    kernels().soften(painted + 3 * width * first, where, width, rows, tapDistance, wholeEffect, sums, padded);
  });
}

/** No closure: V8 compiles each new one again. @param line blurred, 0–1 */
function setShares(shares: Uint8Array, line: Float32Array, opacity: Uint8Array): void {
  for (let i = 0; i < shares.length; i++) shares[i] = Math.min(1, lineGain * line[i]) * opacity[i];
}
