import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import { buildWarp, warpBuffers, type Deformation } from '#engine/swap/geometry/warp-map';
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
  const warped = workspace.view(buffers.warped, 3 * cells);
  const beard = workspace.view(buffers.beard, cells).fill(0);
  const known = workspace.view(buffers.known, cells);
  const warp = buildWarp(buffers.warp, deformation, source, region, cell, workspace);
  const { size, data } = warp.level;
  withScratch(() => {
    const triangleIds = copyIn(ids);
    const across = copyIn(warp.across);
    const down = copyIn(warp.down);
    const moved = copyIn(warp.fromTarget);
    const colours = allocate(warped.byteLength);
    kernels().readColours(triangleIds, columns, rows, across, down, moved, copyIn(data), size, copyIn(target), colours);
    warped.set(floatsAt(colours, warped.length));
    const readShares = (shares: ShareMap, elsewhere: number, read: Float32Array) => {
      const [plane, result] = [copyIn(shares.data), allocate(read.byteLength)];
      kernels().readPlane(triangleIds, columns, rows, across, down, moved, size, plane, shares.size, elsewhere, result);
      read.set(floatsAt(result, cells));
    };
    readShares(source.known, 1, known);
    if (source.beard) readShares(source.beard, 0, beard);
  });
  return { warped, beard, known };
}
