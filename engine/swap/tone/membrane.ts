import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { allocate, copyIn, kernels } from '#engine/kernels/memory';
import { changeInPlace, tonedCells, type Tone } from './tone';

const largestStep = 70;
/** Farther inside, the colours are the source's own: they are part of the likeness. */
const shareInside = 0.5;
/** Keeps faults of the seam local. */
const rest = 0.004;
const sweeps = 6;
/** Share of the grid's width: skin beside what stays the target's, such as a beard or a mouth. */
const reach = 0.025;

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
    const feather = copyIn(insideSeams(grid, mask));
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

/** As `feather`, and 0 beside what stays the target's. */
function insideSeams({ columns, rows, covered, feather, anyPigmented }: Grid, { alpha }: Mask): Float32Array {
  const inside = new Float32Array(alpha.length);
  for (let i = 0; i < inside.length; i++) inside[i] = covered[i] * feather[i] * (1 - alpha[i]);
  boxBlur(inside, columns, rows, Math.max(1, Math.round(reach * columns)), 2);
  for (let i = 0; i < inside.length; i++) {
    const near = ramp(0.05, 0.4, inside[i]) * (1 - clamp(anyPigmented[i], 0, 1));
    inside[i] = Math.min(feather[i], 1 - Math.sqrt(near));
  }
  return inside;
}
