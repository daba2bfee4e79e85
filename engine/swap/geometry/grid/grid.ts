import type { Canvas } from '#engine/swap/geometry/canvas';
import { coverBrows } from './cover-brows';
import { ramp } from '#engine/swap/ops/curves';
import { raiseTo } from '#engine/swap/ops/raise-to';
import { cellMeansAt } from '#engine/swap/ops/resample';
import { floats, shorts, type Workspace } from '#engine/swap/ops/workspace';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { rasterize, uncovered } from '#engine/swap/geometry/raster';
import { readSource } from './read-source';
import { shave, type Hair } from './shave';
import type { Deformation } from '#engine/swap/geometry/warp-map';
import type { Beard, MeshSource } from '#engine/swap/source-types';
import {
  brows,
  lipZone,
  cheekZone,
  foldZone,
  laughLines,
  noseZone,
  pigmentedFeatures,
  eyeZone,
  feather,
  jawFade,
  features,
  outerSkin,
  hairSides,
  chinZone,
} from '#engine/swap/geometry/vertex-weights';
import { packZones, interpolateZones } from './zones';

/** Of `feather`, from which on a beard does not fade. */
const edgeOfBeard = 0.5;

const buffers = {
  ids: shorts(),
  target: floats(),
  covered: floats(),
  fromTarget: floats(),
  anyPigmented: floats(),
};

/** Planes are columns × rows; most are valid until the workspace's next use. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Triangle of each cell, or `uncovered`. */
  readonly ids: Int16Array;
  /** Mean target colour, × 3, 0–255. */
  readonly target: Float32Array;
  /** Source skin without its beard, × 3, 0–255; black where uncovered. */
  readonly warped: Float32Array;
  /** Of the source, 0–1. */
  readonly beard: Float32Array;
  /** Undefined without a beard that is darker than the skin. */
  readonly hair?: Hair | undefined;
  /** Of the source's skin, 0–1 (see `MeshSource`). */
  readonly known: Float32Array;
  readonly covered: Float32Array;
  /** 0 on the outline and outside, 1 inside. */
  readonly feather: Float32Array;
  /** Of the opacity: less beside the outline of the jaw (see `fadeJaw`). */
  readonly jawFade: Float32Array;
  /** 1 on eyes, brows, nose and lips. */
  readonly features: Float32Array;
  readonly pigmented: Float32Array;
  /** 1 on eyes and lids; `brows` and `lips` likewise. */
  readonly lids: Float32Array;
  readonly brows: Float32Array;
  /** As `brows`, before the swap. */
  readonly targetBrows: Float32Array;
  readonly lips: Float32Array;
  readonly cheekZone: Float32Array;
  /** 1 where a laugh folds the cheeks. */
  readonly folds: Float32Array;
  /** 1 where folds of a laugh may be the target's: away from its nose. */
  readonly laughLines: Float32Array;
  /** 1 on temples, sides and forehead. */
  readonly outerSkin: Float32Array;
  /** 1 on temples and sides of the cheeks, where hair may hang over them. */
  readonly hairSides: Float32Array;
  /** As `pigmented`, of the target before the swap. */
  readonly targetPigmented: Float32Array;
  /** 1 on the nose of either face: in front of a moustache. */
  readonly noses: Float32Array;
  /** 1 below the lips. */
  readonly chin: Float32Array;
  /** 1 where target pixels are moved. */
  readonly fromTarget: Float32Array;
  /** As `pigmented`, and 1 on the target's eyes, brows and lips before the swap: no skin to take light or hue from. */
  readonly anyPigmented: Float32Array;
}

/** Of the new face. */
const zones = packZones({
  feather,
  jawFade,
  features,
  pigmented: pigmentedFeatures,
  lids: eyeZone,
  brows,
  lips: lipZone,
  cheekZone,
  folds: foldZone,
  laughLines,
  outerSkin,
  hairSides,
  noses: noseZone,
  chin: chinZone,
});
/** Of the target, before the swap. */
const targetZones = packZones({ pigmented: pigmentedFeatures, brows, nose: noseZone });

/**
 * All that the swap compares and changes, at the canvas's resolution.
 * @param deformation in pixels of the picture
 */
export function buildGrid(
  pixels: Pixels,
  canvas: Canvas,
  deformation: Deformation,
  source: MeshSource,
  workspace: Workspace,
): Grid {
  const { region, cell, columns, rows } = canvas;
  const cells = columns * rows;
  const ids = workspace.view(buffers.ids, cells);
  const before = readTargetZones(deformation, canvas, ids, workspace);
  rasterize(deformation.destination, region, cell, ids, workspace);
  const target = workspace.view(buffers.target, 3 * cells);
  cellMeansAt(pixels.original, pixels, cell, target);
  const grid: Grid = {
    columns,
    rows,
    ids,
    target,
    ...readSource(ids, canvas, target, deformation, source, workspace),
    covered: workspace.view(buffers.covered, cells),
    ...interpolateZones(zones, ids, deformation.destination, canvas, workspace),
    fromTarget: workspace.view(buffers.fromTarget, cells),
    anyPigmented: workspace.view(buffers.anyPigmented, cells),
    targetBrows: before.brows,
    targetPigmented: before.pigmented,
  };
  classify(grid, deformation.fromTarget);
  coverBrows(grid, before.brows);
  raiseTo(grid.noses, before.nose);
  return source.beard ? { ...grid, hair: coverWithBeard(grid, source.beard, workspace) } : grid;
}

/**
 * Copies: the zones of the new face use the same buffer.
 * @param ids overwritten
 */
function readTargetZones({ target }: Deformation, canvas: Canvas, ids: Int16Array, workspace: Workspace) {
  rasterize(target, canvas.region, canvas.cell, ids, workspace);
  const { pigmented, brows, nose } = interpolateZones(targetZones, ids, target, canvas, workspace);
  return { pigmented: pigmented.slice(), brows: brows.slice(), nose: nose.slice() };
}

/** @param fromTarget of each triangle */
function classify(grid: Grid, fromTarget: Uint8Array): void {
  const { ids } = grid;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    grid.covered[i] = id === uncovered ? 0 : 1;
    grid.fromTarget[i] = id !== uncovered && fromTarget[id] === 1 ? 1 : 0;
    grid.anyPigmented[i] = Math.max(grid.pigmented[i], grid.targetPigmented[i]);
  }
}

/** The jaw fades into the target's: below a beard, that would be a pale rim. */
function coverWithBeard(grid: Grid, beard: Beard, workspace: Workspace): Hair | undefined {
  const hair = shave(grid, beard, workspace);
  if (!hair) return undefined;
  const { feather } = grid;
  for (let i = 0; i < feather.length; i++)
    feather[i] = Math.max(feather[i], hair.share[i] * ramp(0, edgeOfBeard, feather[i]));
  return hair;
}
