import type { Canvas } from '#engine/swap/geometry/canvas';
import { coverBrows } from './cover-brows';
import { bilinear, bilinearRgb } from '#engine/swap/ops/bilinear';
import { ramp } from '#engine/swap/ops/curves';
import { cellMeansAt } from '#engine/swap/ops/resample';
import { floats, shorts, type Workspace } from '#engine/swap/ops/workspace';
import { valueAt } from '#engine/swap/geometry/gradients';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { rasterize, uncovered } from '#engine/swap/geometry/raster';
import { shave, type Hair } from './shave';
import { buildWarp, warpBuffers, type Placement } from '#engine/swap/geometry/warp-map';
import type { MeshSource, ShareMap } from '#engine/swap/source-types';
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
  warped: floats(),
  covered: floats(),
  fromTarget: floats(),
  anyPigmented: floats(),
  beard: floats(),
  known: floats(),
  warp: warpBuffers(),
};

/** Planes are columns × rows. */
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
const ownZones = packZones({ pigmented: pigmentedFeatures, brows, nose: noseZone });

export function buildGrid(
  pixels: Pixels,
  canvas: Canvas,
  placement: Placement,
  source: MeshSource,
  workspace: Workspace,
): Grid {
  const { region, cell, columns, rows } = canvas;
  const cells = columns * rows;
  const ids = workspace.view(buffers.ids, cells);
  const anyPigmented = workspace.view(buffers.anyPigmented, cells);
  rasterize(placement.target, region, cell, ids, workspace);
  const own = interpolateZones(ownZones, ids, placement.target, canvas, workspace);
  anyPigmented.set(own.pigmented);
  const targetBrows = own.brows.slice();
  const targetPigmented = own.pigmented.slice();
  const targetNose = own.nose.slice();
  rasterize(placement.destination, region, cell, ids, workspace);

  const target = workspace.view(buffers.target, 3 * cells);
  cellMeansAt(pixels.original, pixels, cell, target);
  const warped = workspace.view(buffers.warped, 3 * cells);
  const beard = workspace.view(buffers.beard, cells);
  const known = workspace.view(buffers.known, cells);
  readSource({ warped, beard, known }, ids, canvas, target, placement, source, workspace);

  const grid: Grid = {
    columns,
    rows,
    ids,
    target,
    warped,
    beard,
    known,
    covered: workspace.view(buffers.covered, cells),
    ...interpolateZones(zones, ids, placement.destination, canvas, workspace),
    fromTarget: workspace.view(buffers.fromTarget, cells),
    anyPigmented,
    targetBrows,
    targetPigmented,
  };
  classify(grid, ids, placement.fromTarget);
  coverBrows(grid, targetBrows);
  for (let i = 0; i < cells; i++) grid.noses[i] = Math.max(grid.noses[i], targetNose[i]);
  if (!source.beard) return grid;
  const hair = shave(grid, source.beard, workspace);
  if (hair) coverWithBeard(grid, hair);
  return { ...grid, hair };
}

function readSource(
  { warped, beard, known }: Pick<Grid, 'warped' | 'beard' | 'known'>,
  ids: Int16Array,
  { region, cell, columns, rows }: Canvas,
  target: Float32Array,
  placement: Placement,
  source: MeshSource,
  workspace: Workspace,
): void {
  const { level, across, down, fromTarget } = buildWarp(buffers.warp, placement, source, region, cell, workspace);
  warped.fill(0);
  beard.fill(0);
  known.fill(1);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const id = ids[i];
      if (id === uncovered) continue;
      const [x, y] = [valueAt(across, id, column, row) - 0.5, valueAt(down, id, column, row) - 0.5];
      if (fromTarget[id] === 1) bilinearRgb(target, columns, rows, x, y, warped, 3 * i);
      else {
        bilinearRgb(level.data, level.size, level.size, x, y, warped, 3 * i);
        known[i] = shareAt(source.known, level.size, x, y);
        if (source.beard) beard[i] = shareAt(source.beard, level.size, x, y);
      }
    }
  }
}

function classify(grid: Grid, ids: Int16Array, fromTarget: Uint8Array): void {
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    grid.covered[i] = id === uncovered ? 0 : 1;
    grid.fromTarget[i] = id !== uncovered && fromTarget[id] === 1 ? 1 : 0;
    grid.anyPigmented[i] = Math.max(grid.pigmented[i], grid.anyPigmented[i]);
  }
}

/** The jaw fades into the target's: below a beard, that would be a pale rim. */
function coverWithBeard({ feather }: Grid, { share }: Hair): void {
  for (let i = 0; i < feather.length; i++)
    feather[i] = Math.max(feather[i], share[i] * ramp(0, edgeOfBeard, feather[i]));
}

/** @param x,y in texels of an atlas of `atlasSize` */
function shareAt({ size, data }: ShareMap, atlasSize: number, x: number, y: number): number {
  const scale = size / atlasSize;
  return bilinear(data, size, size, scale * (x + 0.5) - 0.5, scale * (y + 0.5) - 0.5);
}
