import type { Grid } from '#engine/swap/geometry/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { pullPush, relax } from '#engine/swap/ops/pull-push';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import { applyToneToGrid, type Tone } from './tone';

const buffers = { toned: floats(), weights: floats(), near: floats() };

const largestStep = 70;
/** Farther inside, the colours are the source's own: they are part of the likeness. */
const shareInside = 0.5;
/** Keeps faults of the seam local. */
const rest = 0.004;
/** Share of the grid's width: skin beside what stays the target's, such as a beard or a mouth. */
const reach = 0.025;

/**
 * Pérez et al., "Poisson Image Editing", 2003; approximated after Farbman et al., "Coordinates for Instant Image
 * Cloning", 2009.
 */
export function addMembrane(grid: Grid, mask: Mask, tone: Tone, workspace: Workspace): void {
  const cells = mask.skin.length;
  const toned = workspace.view(buffers.toned, 3 * cells);
  const weights = workspace.view(buffers.weights, cells);
  const near = besideKept(grid, mask, workspace);
  applyToneToGrid(grid.warped, tone, toned);
  for (let i = 0; i < cells; i++) {
    const rim = Math.max((1 - grid.feather[i]) ** 2, near[i]) * mask.skin[i];
    const known = grid.covered[i] > 0 && grid.features[i] <= 0.6 ? rim : 0;
    weights[i] = known > 0.9 ? 1 : Math.max(0.6 * known, grid.feather[i] > 0.9 ? rest : 0);
    for (let j = 3 * i; j < 3 * i + 3; j++) {
      toned[j] = known > 0 ? clamp(grid.target[j] - toned[j], -largestStep, largestStep) : 0;
    }
  }
  pullPush(toned, weights, grid.columns, grid.rows);
  relax(toned, weights, grid.columns, grid.rows, 6);
  for (let i = 0; i < cells; i++) {
    const share = mix(1, shareInside, grid.feather[i] * (1 - near[i]));
    for (let j = 3 * i; j < 3 * i + 3; j++) tone.base[j] += share * toned[j];
  }
}

/** 0–1 */
function besideKept(grid: Grid, { alpha }: Mask, workspace: Workspace): Float32Array {
  const near = workspace.view(buffers.near, alpha.length);
  for (let i = 0; i < near.length; i++) near[i] = grid.covered[i] * grid.feather[i] * (1 - alpha[i]);
  boxBlur(near, grid.columns, grid.rows, Math.max(1, Math.round(reach * grid.columns)), 2);
  for (let i = 0; i < near.length; i++) near[i] = ramp(0.05, 0.4, near[i]) * (1 - clamp(grid.ownFeatures[i], 0, 1));
  return near;
}
