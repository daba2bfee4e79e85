import type { Grid } from '#engine/swap/geometry/grid';
import { clamp } from '#engine/swap/ops/curves';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import { applyToneToGrid, type Tone } from './tone';

const buffers = { toned: floats() };

const minCells = 8;
/** 1 would undo lipstick. */
const strength = 0.4;

/** Lips are hardly darker than dark skin: the skin ratio alone turns them black or chalky. */
export function matchLips(grid: Grid, tone: Tone, workspace: Workspace): void {
  const toned = workspace.view(buffers.toned, grid.warped.length);
  applyToneToGrid(grid.warped, tone, toned);
  let here = 0;
  let there = 0;
  let cells = 0;
  for (let i = 0; i < grid.lips.length; i++) {
    if (grid.lips[i] < 0.9 || grid.kept[i] > 0) continue;
    here += toned[3 * i] + toned[3 * i + 1] + toned[3 * i + 2];
    there += grid.target[3 * i] + grid.target[3 * i + 1] + grid.target[3 * i + 2];
    cells++;
  }
  if (cells < minCells) return;
  const ratio = clamp((there + cells) / (here + cells), 0.5, 2) ** strength;
  for (let i = 0; i < grid.lips.length; i++) {
    const factor = 1 + (ratio - 1) * clamp(grid.lips[i], 0, 1);
    for (let j = 3 * i; j < 3 * i + 3; j++) {
      tone.base[j] *= factor;
      tone.gain[j] *= factor;
    }
  }
}
