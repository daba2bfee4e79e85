import type { Landmarks } from '#engine/types';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { findBeard } from './beard';
import { findOccluders, findGlasses } from './occlusion';
import { ramp, smoothstep } from '#engine/swap/ops/curves';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { skinField } from './skin-field';

const buffers = { skin: floats(), alpha: floats(), coverage: floats() };

export interface Mask {
  /** 0–1: may be compared. */
  readonly skin: Float32Array;
  /** Of the new face, 0–1. */
  readonly alpha: Float32Array;
}

/** A narrow fade suffices before the membrane. */
const opaqueFrom = 0.7;

/** Edge cells are partly the occluder. */
const transparentUpTo = 0.25;

export function buildMask(pixels: Pixels, grid: Grid, canvas: Canvas, target: Landmarks, workspace: Workspace): Mask {
  const { columns, rows } = grid;
  const cells = columns * rows;
  const skin = workspace.view(buffers.skin, cells);
  const alpha = workspace.view(buffers.alpha, cells);
  const positions = target.map((value, i) =>
    i % 3 === 0 ? (value - canvas.region.x) / canvas.cell : (value - canvas.region.y) / canvas.cell,
  );
  skinField(grid.target, columns, rows, positions, { forehead: true, tolerance: 1 }, skin);
  const radius = Math.max(1, Math.round(0.012 * columns));
  boxBlur(skin, columns, rows, radius, 2);
  for (let i = 0; i < cells; i++) skin[i] = ramp(0.25, 0.75, skin[i]);
  const glasses = findGlasses(grid, workspace);
  const beard = findBeard(pixels, canvas, grid, workspace);
  const cover = findOccluders(grid, skin, beard, workspace);
  for (let i = 0; i < cells; i++) {
    const feature = Math.min(1, 1.4 * grid.featureShadow[i]) * (1 - cover[i]);
    skin[i] += (1 - skin[i]) * feature;
  }
  alpha.set(skin);
  boxBlur(alpha, columns, rows, 1);
  const inside = softCoverage(grid, workspace);
  for (let i = 0; i < cells; i++) {
    const seen = smoothstep(0, opaqueFrom, grid.feather[i]) * inside[i] * (1 - glasses[i]) * (1 - 0.9 * beard[i]);
    alpha[i] = ramp(transparentUpTo, 1, alpha[i]) * seen;
    skin[i] *= (1 - glasses[i]) * (1 - beard[i]);
  }
  return { skin, alpha };
}

/** 0 on the silhouette, 1 inside. */
function softCoverage({ covered, columns, rows }: Grid, workspace: Workspace): Float32Array {
  const soft = workspace.view(buffers.coverage, covered.length);
  soft.set(covered);
  boxBlur(soft, columns, rows, Math.max(1, Math.round(0.015 * columns)));
  for (let i = 0; i < soft.length; i++) soft[i] = smoothstep(0.5, 1, soft[i]);
  return soft;
}
