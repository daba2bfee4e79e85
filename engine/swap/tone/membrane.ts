import type { Grid } from '#engine/swap/geometry/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { allocate, copyIn, kernels } from '#engine/kernels/memory';
import { changeInPlace, tonedCells, type Tone } from './tone';

const largestStep = 70;
/** Farther inside, the colours are the source's own: they are part of the likeness. */
const shareInside = 0.5;
/** Keeps faults of the seam local. */
const rest = 0.004;
const sweeps = 6;

/**
 * Pérez et al., "Poisson Image Editing", 2003; approximated after Farbman et al., "Coordinates for Instant Image
 * Cloning", 2009.
 */
export function addMembrane(grid: Grid, mask: Mask, tone: Tone): void {
  const { columns, rows } = grid;
  const cells = columns * rows;
  changeInPlace(tone.base, (base) => {
    const change = tonedCells(grid.warped, tone);
    const weights = allocate(4 * cells);
    const feather = copyIn(grid.feather);
    const target = copyIn(grid.target);
    const skin = copyIn(mask.skin);
    const covered = copyIn(grid.covered);
    const features = copyIn(grid.features);
    kernels().seamDifference(change, target, feather, skin, covered, features, cells, largestStep, rest, weights);
    kernels().pullPush(change, weights, columns, rows, allocate(20 * cells + 1024));
    kernels().relax(change, weights, columns, rows, sweeps);
    kernels().addFading(base, change, feather, shareInside, cells);
  });
}
