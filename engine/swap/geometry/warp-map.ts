import { LANDMARK_COUNT, type Box, type Landmarks } from '#engine/types';
import { eyeDistance } from '#engine/mesh/pose';
import { TriangleClass, triangles } from '#engine/mesh/topology';
import { triangleGradients } from './gradients';
import type { Workspace } from '#engine/swap/ops/workspace';
import type { AtlasLevel, MeshSource } from '#engine/swap/source-types';

/** Where the samples of each triangle are read: the source's atlas, or the target itself for what stays its own. */
export interface WarpMap {
  readonly level: AtlasLevel;
  /** triangles × 3 each (see `triangleGradients`): column and row to read at. */
  readonly across: Float64Array;
  readonly down: Float64Array;
  /** triangles: 1 where the target's own pixels are read. */
  readonly fromTarget: Uint8Array;
}

/** The two meshes of a swap, in pixels of the target's picture. */
export interface Placement {
  readonly target: Landmarks;
  readonly destination: Landmarks;
  /** Per triangle, 1 where the target's own pixels are moved rather than the source's painted. */
  readonly fromTarget: Uint8Array;
}

/** More texels than this to a sample would flicker and sparkle; the next coarser level is read instead. */
const maxTexelsPerSample = 1.45;

/** The inside of the mouth is the target's, and so are the eyeballs of eyes that are open. */
export function trianglesFromTarget(leftEyeOpen: boolean, rightEyeOpen: boolean): Uint8Array {
  return Uint8Array.from(triangles.classes, (kind) =>
    kind === TriangleClass.mouth ||
    (kind === TriangleClass.leftEye && leftEyeOpen) ||
    (kind === TriangleClass.rightEye && rightEyeOpen)
      ? 1
      : 0,
  );
}

/**
 * Plans reading at one sample per `cell` pixels of `region`. Atlas coordinates count texels of the chosen level, target
 * coordinates count samples from the region's corner; both are 0.5 in the middle of the first.
 *
 * @param name tells this plan's buffers in the workspace from another's.
 */
export function buildWarp(
  name: string,
  { target, destination, fromTarget }: Placement,
  source: MeshSource,
  region: Box,
  cell: number,
  workspace: Workspace,
): WarpMap {
  const level = chooseLevel(source, destination, cell);
  const scale = level.size / source.atlas[0].size;
  const texels = workspace.floats('warp.texels', 3 * LANDMARK_COUNT);
  const samples = workspace.floats('warp.samples', 3 * LANDMARK_COUNT);
  for (let i = 0; i < texels.length; i += 3) {
    texels[i] = source.atlasPositions[i] * scale;
    texels[i + 1] = source.atlasPositions[i + 1] * scale;
    samples[i] = (target[i] - region.x) / cell;
    samples[i + 1] = (target[i + 1] - region.y) / cell;
  }
  const across = workspace.doubles(`${name}.across`, 3 * triangles.count);
  const down = workspace.doubles(`${name}.down`, 3 * triangles.count);
  triangleGradients(destination, region, cell, texels, 3, 0, across);
  triangleGradients(destination, region, cell, texels, 3, 1, down);
  triangleGradients(destination, region, cell, samples, 3, 0, across, fromTarget);
  triangleGradients(destination, region, cell, samples, 3, 1, down, fromTarget);
  return { level, across, down, fromTarget };
}

function chooseLevel(source: MeshSource, destination: Landmarks, cell: number): AtlasLevel {
  const texelsPerSample = (eyeDistance(source.atlasPositions) * cell) / eyeDistance(destination);
  let index = 0;
  while (texelsPerSample / 2 ** index > maxTexelsPerSample && index < source.atlas.length - 1) index++;
  return source.atlas[index];
}
