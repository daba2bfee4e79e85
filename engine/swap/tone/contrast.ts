import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { clamp } from '#engine/swap/ops/curves';
import { raiseTo } from '#engine/swap/ops/raise-to';
import { changeInPlace, tonedCells, type Tone } from './tone';

/** Share of the grid's width. */
const detailRadius = 0.05;
const minContrast = 0.4;
const maxContrast = 1.15;
/** Features carry identity. */
const featureContrast = 0.8;

export function matchContrast(grid: Grid, mask: Mask, tone: Tone): void {
  const [there, here] = withScratch(() => {
    const wanted = detailEnergy(copyIn(grid.target), grid, mask);
    return [wanted, detailEnergy(tonedCells(grid.warped, tone), grid, mask)];
  });
  const factor = clamp(Math.sqrt((there + 1) / (here + 1)), minContrast, maxContrast);
  const ofFeatures = Math.max(factor, featureContrast);
  const hairs = grid.pigmented.slice();
  raiseTo(hairs, grid.beard);
  changeInPlace(tone.gain, (gain) => {
    kernels().scaleByShare(gain, copyIn(hairs), hairs.length, factor, ofFeatures, ofFeatures, ofFeatures);
  });
}

/** @param rgb address of cells × 3. */
function detailEnergy(rgb: number, { columns, rows, feather, pigmented }: Grid, { skin }: Mask): number {
  const cells = columns * rows;
  const radius = Math.max(2, Math.round(detailRadius * columns));
  return withScratch(() => {
    const lights = allocate(4 * cells);
    const slow = allocate(4 * cells);
    const scratch = allocate(4 * cells);
    const sums = allocate(8 * (columns + 1));
    const soft = copyIn(feather);
    const dark = copyIn(pigmented);
    const shown = copyIn(skin);
    kernels().channelSums(rgb, cells, lights);
    floatsAt(slow, cells).set(floatsAt(lights, cells));
    kernels().boxBlur(slow, columns, rows, radius, 1, scratch, sums);
    return kernels().detailEnergy(lights, slow, soft, shown, dark, cells);
  });
}
