import type { Canvas } from './canvas';
import { bilinearRgb } from '#engine/swap/ops/bilinear';
import { cellMeansAt } from '#engine/swap/ops/resample';
import { floats, shorts, type Workspace } from '#engine/swap/ops/workspace';
import type { Pixels } from './pixels';
import { rasterize, uncovered } from './raster';
import { buildWarp, warpBuffers, type Placement } from './warp-map';
import type { MeshSource } from '#engine/swap/source-types';
import { brows, lipZone, cheekZone, foldZone, pigmentedFeatures, eyeZone, feather, features } from './vertex-weights';
import { packZones, interpolateZones } from './zones';

const buffers = {
  ids: shorts(),
  target: floats(),
  warped: floats(),
  covered: floats(),
  kept: floats(),
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
  /** × 3, 0–255; black where uncovered. */
  readonly warped: Float32Array;
  readonly covered: Float32Array;
  /** 0 on the outline and outside, 1 inside. */
  readonly feather: Float32Array;
  /** 1 on eyes, brows, nose and lips. */
  readonly features: Float32Array;
  readonly pigmented: Float32Array;
  /** 1 on eyes and lids; `brows` and `lips` likewise. */
  readonly lids: Float32Array;
  readonly brows: Float32Array;
  readonly lips: Float32Array;
  readonly cheekZone: Float32Array;
  /** 1 where a laugh folds the cheeks. */
  readonly folds: Float32Array;
  /** 1 where target pixels are moved. */
  readonly kept: Float32Array;
}

const zones = packZones({
  feather,
  features,
  pigmented: pigmentedFeatures,
  lids: eyeZone,
  brows,
  lips: lipZone,
  cheekZone,
  folds: foldZone,
});

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
  rasterize(placement.destination, region, cell, ids, workspace);

  const target = workspace.view(buffers.target, 3 * cells);
  cellMeansAt(pixels.original, pixels, cell, target);
  const warped = workspace.view(buffers.warped, 3 * cells);
  readSource(warped, ids, canvas, target, placement, source, workspace);

  const grid: Grid = {
    columns,
    rows,
    ids,
    target,
    warped,
    covered: workspace.view(buffers.covered, cells),
    ...interpolateZones(zones, ids, placement.destination, canvas, workspace),
    kept: workspace.view(buffers.kept, cells),
  };
  classify(grid, ids, placement.fromTarget);
  return grid;
}

function readSource(
  warped: Float32Array,
  ids: Int16Array,
  { region, cell, columns, rows }: Canvas,
  target: Float32Array,
  placement: Placement,
  source: MeshSource,
  workspace: Workspace,
): void {
  const { level, across, down, fromTarget } = buildWarp(buffers.warp, placement, source, region, cell, workspace);
  warped.fill(0);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const id = ids[i];
      if (id === uncovered) continue;
      const x = across[3 * id] + across[3 * id + 1] * (column + 0.5) + across[3 * id + 2] * (row + 0.5) - 0.5;
      const y = down[3 * id] + down[3 * id + 1] * (column + 0.5) + down[3 * id + 2] * (row + 0.5) - 0.5;
      if (fromTarget[id] === 1) bilinearRgb(target, columns, rows, x, y, warped, 3 * i);
      else bilinearRgb(level.data, level.size, level.size, x, y, warped, 3 * i);
    }
  }
}

function classify(grid: Grid, ids: Int16Array, fromTarget: Uint8Array): void {
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    const kept = id !== uncovered && fromTarget[id] === 1;
    grid.covered[i] = id === uncovered ? 0 : 1;
    grid.kept[i] = kept ? 1 : 0;
  }
}
