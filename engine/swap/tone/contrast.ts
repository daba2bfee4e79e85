import type { Grid } from '#engine/swap/geometry/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, mix } from '#engine/swap/ops/curves';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import { applyToneToGrid, type Tone } from './tone';

const buffers = { toned: floats(), light: floats(), slow: floats() };

/** Share of the grid's width. */
const detailRadius = 0.05;
const minContrast = 0.4;
const maxContrast = 1.15;
/** Features carry identity. */
const featureContrast = 0.8;

export function matchContrast(grid: Grid, mask: Mask, tone: Tone, workspace: Workspace): void {
  const toned = workspace.view(buffers.toned, grid.target.length);
  applyToneToGrid(grid.warped, tone, toned);
  const there = detailEnergy(grid.target, grid, mask, workspace);
  const here = detailEnergy(toned, grid, mask, workspace);
  const factor = clamp(Math.sqrt((there + 1) / (here + 1)), minContrast, maxContrast);
  for (let i = 0; i < grid.pigmented.length; i++) {
    const own = mix(factor, Math.max(factor, featureContrast), clamp(Math.max(grid.pigmented[i], grid.beard[i]), 0, 1));
    for (let j = 3 * i; j < 3 * i + 3; j++) tone.gain[j] *= own;
  }
}

function detailEnergy(rgb: Float32Array, grid: Grid, mask: Mask, workspace: Workspace): number {
  const cells = mask.skin.length;
  const light = workspace.view(buffers.light, cells);
  const slow = workspace.view(buffers.slow, cells);
  for (let i = 0; i < cells; i++) light[i] = rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
  slow.set(light);
  const radius = Math.max(2, Math.round(detailRadius * grid.columns));
  boxBlur(slow, grid.columns, grid.rows, radius);
  let energy = 0;
  for (let i = 0; i < cells; i++) {
    if (grid.feather[i] < 0.9 || mask.skin[i] < 0.5 || grid.pigmented[i] > 0.3) continue;
    energy += (light[i] - slow[i]) ** 2;
  }
  return energy;
}
