import type { FaceView } from '#engine/types';
import { toCells, type Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { coverBeyondOutline } from './beyond-outline';
import { uncoverBrows } from './brows-above-rims';
import { certain } from './face-mask';
import { findOccluders, type Known } from './occlusion';
import type { KeptHair } from './kept-hair';
import { besideNoses, completeMoustache } from './moustache';
import { seenOverFace } from './seen-over-face';
import { ramp } from '#engine/swap/ops/curves';
import { raiseTo } from '#engine/swap/ops/raise-to';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import { skinField } from './skin-field';
import { keepSkinWithinBeard } from './skin-within-beard';

const buffers = { skin: floats(), alpha: floats() };

/** Planes of columns × rows, valid until the workspace's next use. */
export interface Mask {
  /** 0–1: may be compared. */
  readonly skin: Float32Array;
  /** Of the new face, 0–1. */
  readonly alpha: Float32Array;
}

/** Radii of blurs, as shares of the columns: of the skin's grain, and of the fade beside the silhouette. */
const radius = { skin: 0.012, silhouette: 0.015 };

/** Of the blurred probability. */
const certainlySkin = { from: 0.25, all: 0.75 };

/** Of the blurred silhouette, which is ½ on its edge. */
const withinSilhouette = { from: 0.5, all: 1 };

/** A narrow fade suffices before the membrane. */
const opaqueFrom = 0.7;

/** Of the lip zone, which reaches to the next landmarks. */
const besideLips = 0.8;

/** Edge cells are partly the occluder. */
const transparentUpTo = 0.25;

/**
 * Where the new face shows: on the target's skin and features, but not over hair, hands, glasses and the beard that stays.
 * @param hair of the target's beard that stays
 */
export function buildMask(grid: Grid, canvas: Canvas, view: FaceView, hair: KeptHair, workspace: Workspace): Mask {
  const cells = grid.columns * grid.rows;
  const mask = { skin: workspace.view(buffers.skin, cells), alpha: workspace.view(buffers.alpha, cells) };
  withScratch(() => {
    const blur = blurOver(grid);
    const skin = findSkin(grid, canvas, view, blur);
    const seen = seenOverFace(view, canvas);
    uncoverBrows(floatsAt(seen.rims, cells), floatsAt(seen.lenses, cells), grid);
    const beard = keepBeard(seen.beard, grid, canvas, view, hair);
    const lips = copyIn(grid.lips);
    const objects = findObjects(grid, { bare: skin, beard: seen.beard, lips });
    blur(seen.rims, 1, 1);
    const covers = { rims: seen.rims, cover: seen.cover, beard: beard.kept, objects, lips };
    const alpha = uncoveredShare(grid, covers, skin);
    blur(alpha, 1, 1);
    fadeAtEdges(alpha, grid, covers, skin, blur);
    leaveOut(floatsAt(skin, cells), beard.behindNoses); // hair in the target, to be compared with no skin
    mask.skin.set(floatsAt(skin, cells));
    mask.alpha.set(floatsAt(alpha, cells));
  });
  return mask;
}

// All that follows works within the scratch of `buildMask`: planes are addresses of cells × f32, 0–1.

/** @param radius cells */
type Blur = (plane: number, radius: number, passes: number) => void;

function blurOver({ columns, rows }: Grid): Blur {
  const scratch = allocate(4 * columns * rows);
  const sums = allocate(8 * (columns + 1));
  return (plane, radius, passes) => kernels().boxBlur(plane, columns, rows, radius, passes, scratch, sums);
}

function findSkin(grid: Grid, canvas: Canvas, { landmarks }: FaceView, blur: Blur): number {
  const { target, columns, rows } = grid;
  const skin = skinField(target, columns, rows, toCells(landmarks, canvas));
  blur(skin, cellsOf(radius.skin, grid), 2);
  kernels().rampPlane(skin, columns * rows, certainlySkin.from, certainlySkin.all, false);
  return skin;
}

/**
 * Stubble is painted over, and noses lie in front of a moustache.
 * @param seen by the net; raised to what is kept
 * @returns the plane of what stays, and what of it a nose covers (0–1)
 */
function keepBeard(
  seen: number,
  grid: Grid,
  canvas: Canvas,
  view: FaceView,
  { beard, moustache }: KeptHair,
): { kept: number; behindNoses: Float32Array } {
  const cells = grid.columns * grid.rows;
  const kept = scaled(seen, cells, beard);
  completeMoustache(floatsAt(kept, cells), moustache, view.landmarks, grid.target, canvas);
  raiseTo(floatsAt(seen, cells), floatsAt(kept, cells));
  keepSkinWithinBeard(kept, grid);
  const behindNoses = certainShares(floatsAt(kept, cells), grid.noses);
  const noses = besideNoses(grid); // first: its blur may move the memory
  leaveOut(floatsAt(kept, cells), noses);
  return { kept, behindNoses };
}

/** By colour and size: things that the net has not learnt. */
function findObjects(grid: Grid, known: Known): number {
  const cells = grid.columns * grid.rows;
  const objects = allocate(4 * cells);
  findOccluders(grid, known, objects);
  coverBeyondOutline(grid, floatsAt(known.bare, cells), floatsAt(objects, cells));
  return objects;
}

interface Covers {
  /** Of glasses. */
  readonly rims: number;
  /** Hair, hands and things. */
  readonly cover: number;
  readonly beard: number;
  readonly objects: number;
  /** Zone of the lips, over which a beard does not count. */
  readonly lips: number;
}

/**
 * @param covers `rims`, `cover` and `beard` become ramps of themselves
 * @param skin raised on the nose, whose sides are shaded skin
 */
function uncoveredShare(grid: Grid, { rims, cover, beard, objects, lips }: Covers, skin: number): number {
  const cells = grid.columns * grid.rows;
  const features = copyIn(grid.features);
  const pigmented = copyIn(grid.pigmented);
  const alpha = allocate(4 * cells);
  kernels().joinCovers(
    rims,
    cover,
    beard,
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
  return alpha;
}

/**
 * @param alpha changed: the opacity of the new face
 * @param skin changed: without rims and beard
 */
function fadeAtEdges(alpha: number, grid: Grid, { rims, cover, beard }: Covers, skin: number, blur: Blur): void {
  const cells = grid.columns * grid.rows;
  const feather = copyIn(grid.feather);
  const inside = copyIn(grid.covered);
  blur(inside, cellsOf(radius.silhouette, grid), 1);
  kernels().rampPlane(inside, cells, withinSilhouette.from, withinSilhouette.all, true);
  kernels().finishMask(alpha, skin, rims, cover, beard, feather, inside, transparentUpTo, opaqueFrom, cells);
}

const cellsOf = (share: number, { columns }: Grid): number => Math.max(1, Math.round(share * columns));

function scaled(plane: number, cells: number, share: number): number {
  const address = copyIn(floatsAt(plane, cells));
  const copy = floatsAt(address, cells);
  for (let i = 0; i < copy.length; i++) copy[i] *= share;
  return address;
}

function certainShares(plane: Float32Array, zone: Float32Array): Float32Array {
  const shares = new Float32Array(plane.length);
  for (let i = 0; i < shares.length; i++)
    if (zone[i] > 0) shares[i] = zone[i] * ramp(certain.from, certain.all, plane[i]);
  return shares;
}

/** @param zone 0–1 */
function leaveOut(plane: Float32Array, zone: Float32Array): void {
  for (let i = 0; i < plane.length; i++) plane[i] *= 1 - zone[i];
}
