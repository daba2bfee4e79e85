import type { Canvas } from '#engine/swap/geometry/canvas';
import { valueAt } from '#engine/swap/geometry/gradients';
import { uncovered } from '#engine/swap/geometry/raster';
import { buildWarp, warpBuffers, type Deformation } from '#engine/swap/geometry/warp-map';
import { bilinear, bilinearRgb } from '#engine/swap/ops/bilinear';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import type { MeshSource, ShareMap } from '#engine/swap/source-types';

const buffers = { warped: floats(), beard: floats(), known: floats(), warp: warpBuffers() };

/** Planes of columns × rows. */
export interface WarpedSource {
  /** × 3, 0–255; black where uncovered, the target's where its pixels are moved. */
  readonly warped: Float32Array;
  /** 0–1; 0 where uncovered. */
  readonly beard: Float32Array;
  /** 0–1 (see `MeshSource`); 1 where uncovered. */
  readonly known: Float32Array;
}

/**
 * The source as it will lie in the picture, at the grid's resolution.
 * @param ids columns × rows: triangle of the new face in each cell, or `uncovered`
 * @param target columns × rows × 3, 0–255
 */
export function readSource(
  ids: Int16Array,
  { region, cell, columns, rows }: Canvas,
  target: Float32Array,
  deformation: Deformation,
  source: MeshSource,
  workspace: Workspace,
): WarpedSource {
  const cells = columns * rows;
  const warped = workspace.view(buffers.warped, 3 * cells).fill(0);
  const beard = workspace.view(buffers.beard, cells).fill(0);
  const known = workspace.view(buffers.known, cells).fill(1);
  const { level, across, down, fromTarget } = buildWarp(buffers.warp, deformation, source, region, cell, workspace);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const id = ids[i];
      if (id === uncovered) continue;
      const x = valueAt(across, id, column, row) - 0.5;
      const y = valueAt(down, id, column, row) - 0.5;
      if (fromTarget[id] === 1) bilinearRgb(target, columns, rows, x, y, warped, 3 * i);
      else {
        bilinearRgb(level.data, level.size, level.size, x, y, warped, 3 * i);
        known[i] = shareAt(source.known, level.size, x, y);
        if (source.beard) beard[i] = shareAt(source.beard, level.size, x, y);
      }
    }
  }
  return { warped, beard, known };
}

/** @param x,y in texels of an atlas of `atlasSize` */
function shareAt({ size, data }: ShareMap, atlasSize: number, x: number, y: number): number {
  const scale = size / atlasSize;
  return bilinear(data, size, size, scale * (x + 0.5) - 0.5, scale * (y + 0.5) - 0.5);
}
