import type { FaceView } from '#engine/types';
import { toCells, type Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { beardShare } from './beard';
import { coverBeyondOutline } from './beyond-outline';
import { uncoverBrows } from './brows-above-rims';
import { certain } from './face-mask';
import { findOccluders } from './occlusion';
import { completeMoustache } from './moustache';
import { seenOverFace } from './seen-over-face';
import { ramp } from '#engine/swap/ops/curves';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import { skinField } from './skin-field';
import { keepSkinWithinBeard } from './skin-within-beard';

const buffers = { skin: floats(), alpha: floats() };

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
  const cells = columns * rows;
  const mask = { skin: workspace.view(buffers.skin, cells), alpha: workspace.view(buffers.alpha, cells) };
  withScratch(() => {
    const scratch = allocate(4 * cells);
    const sums = allocate(8 * (columns + 1));
    const blur = (plane: number, radius: number, passes: number) =>
      kernels().boxBlur(plane, columns, rows, radius, passes, scratch, sums);
    const skin = readSkin(grid, canvas, view);
    blur(skin, Math.max(1, Math.round(0.012 * columns)), 2);
    kernels().rampPlane(skin, cells, 0.25, 0.75, false);
    const seen = seenOverFace(view, canvas);
    uncoverBrows(floatsAt(seen.rims, cells), floatsAt(seen.lenses, cells), grid);
    const objects = allocate(4 * cells);
    const features = copyIn(grid.features);
    const pigmented = copyIn(grid.pigmented);
    const lips = copyIn(grid.lips);
    const alpha = allocate(4 * cells);
    const kept = scaled(floatsAt(seen.beard, cells), beardShare(view));
    completeMoustache(floatsAt(kept, cells), moustache, view.landmarks, grid.target, canvas);
    atLeast(floatsAt(seen.beard, cells), floatsAt(kept, cells));
    keepSkinWithinBeard(kept, grid);
    const behindNoses = floatsAt(kept, cells).map((share, i) => grid.noses[i] * ramp(certain.from, certain.all, share));
    leaveOut(floatsAt(kept, cells), grid.noses);
    findOccluders(grid, { bare: skin, beard: seen.beard, lips }, objects);
    coverBeyondOutline(grid, floatsAt(skin, cells), floatsAt(objects, cells));
    blur(seen.rims, 1, 1);
    kernels().joinCovers(
      seen.rims,
      seen.cover,
      kept,
      objects,
      lips,
      features,
      pigmented,
      certain.from,
      certain.all,
      besideLips,
      cells,
      skin,
      alpha,
    );
    blur(alpha, 1, 1);
    const feather = copyIn(grid.feather);
    // 0 on the silhouette, 1 inside.
    const inside = copyIn(grid.covered);
    blur(inside, Math.max(1, Math.round(0.015 * columns)), 1);
    kernels().rampPlane(inside, cells, 0.5, 1, true);
    kernels().finishMask(alpha, skin, seen.rims, seen.cover, kept, feather, inside, transparentUpTo, opaqueFrom, cells);
    leaveOut(floatsAt(skin, cells), behindNoses); // hair in the target, to be compared with no skin
    mask.skin.set(floatsAt(skin, cells));
    mask.alpha.set(floatsAt(alpha, cells));
  });
  return mask;
}

/** Address of a plane, within the caller's scratch. */
function scaled(plane: Float32Array, share: number): number {
  return copyIn(plane.map((value) => share * value));
}

function atLeast(plane: Float32Array, least: Float32Array): void {
  for (let i = 0; i < plane.length; i++) plane[i] = Math.max(plane[i], least[i]);
}

/** @param zone 0–1 */
function leaveOut(plane: Float32Array, zone: Float32Array): void {
  for (let i = 0; i < plane.length; i++) plane[i] *= 1 - zone[i];
}

/** Address of a plane, within the caller's scratch. */
function readSkin({ target, columns, rows }: Grid, canvas: Canvas, { landmarks }: FaceView): number {
  return skinField(target, columns, rows, toCells(landmarks, canvas));
}
