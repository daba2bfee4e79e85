import type { FaceView } from '#engine/types';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { findOccluders } from './occlusion';
import { completeMoustache } from './moustache';
import { seenOverFace } from './seen-over-face';
import { ramp, smoothstep } from '#engine/swap/ops/curves';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
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

/** Of the lip zone, which reaches to the next landmarks. */
const besideLips = 0.8;

/** Edge cells are partly the occluder. */
const transparentUpTo = 0.25;

/** @param moustache share of the target's that stays, 0–1 */
export function buildMask(grid: Grid, canvas: Canvas, view: FaceView, moustache: number, workspace: Workspace): Mask {
  const { columns, rows } = grid;
  const target = view.landmarks;
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
  const { rims, cover, beard } = seenOverFace(view, canvas, workspace);
  completeMoustache(beard, moustache, target, grid.target, canvas);
  const objects = findOccluders(grid, skin, beard, workspace);
  boxBlur(rims, columns, rows, 1);
  for (let i = 0; i < cells; i++) {
    rims[i] = ramp(0.15, 0.4, rims[i]);
    cover[i] = Math.max(objects[i], ramp(0.25, 0.6, cover[i]));
    beard[i] = ramp(0.25, 0.6, beard[i]) * ramp(1, besideLips, grid.lips[i]);
    alpha[i] = 1 - cover[i];
    // The sides of the nose are shaded skin.
    const nose = Math.min(1, grid.features[i]) * (1 - Math.min(1, grid.pigmented[i]));
    skin[i] = Math.max(skin[i], nose * alpha[i]);
  }
  boxBlur(alpha, columns, rows, 1);
  const inside = softCoverage(grid, workspace);
  for (let i = 0; i < cells; i++) {
    const seen = smoothstep(0, opaqueFrom, grid.feather[i]) * inside[i] * (1 - rims[i]) * (1 - beard[i]);
    alpha[i] = ramp(transparentUpTo, 1, alpha[i]) * seen * (1 - cover[i]);
    skin[i] *= (1 - rims[i]) * (1 - beard[i]);
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
