import { LANDMARK_COUNT, type Box, type Landmarks } from '#engine/types';
import { eyeDistance } from '#engine/mesh/pose';
import { TriangleClass, triangles } from '#engine/mesh/topology';
import { levelForMouth } from './closed-lips';
import { triangleGradients } from './gradients';
import { bytes, doubles, floats, type Workspace } from '#engine/swap/ops/workspace';
import type { AtlasLevel, MeshSource } from '#engine/swap/source-types';

const warpScratch = { texels: floats(), samples: floats() };
export const warpBuffers = () => ({ across: doubles(), down: doubles(), texels: bytes() });
type WarpBuffers = ReturnType<typeof warpBuffers>;

export interface WarpMap {
  readonly level: AtlasLevel;
  /** triangles × 3 (see `triangleGradients`). */
  readonly across: Float64Array;
  readonly down: Float64Array;
  /** triangles: 1 where the target is sampled. */
  readonly fromTarget: Uint8Array;
}

/** Of the mesh, in target pixels: from where the target shows each landmark to where the swap shows it. */
export interface Deformation {
  readonly target: Landmarks;
  readonly destination: Landmarks;
  /** triangles: 1 where target pixels are moved. */
  readonly fromTarget: Uint8Array;
}

/** More would alias. */
const maxTexelsPerSample = 1.45;

export function trianglesFromTarget(leftEyeOpen: boolean, rightEyeOpen: boolean, mouthOpen: boolean): Uint8Array {
  return Uint8Array.from(triangles.classes, (kind) =>
    (kind === TriangleClass.mouth && mouthOpen) ||
    (kind === TriangleClass.leftEye && leftEyeOpen) ||
    (kind === TriangleClass.rightEye && rightEyeOpen)
      ? 1
      : 0,
  );
}

/**
 * One sample per `cell` pixels, in texels of the level or samples from the region's corner; 0.5 is the first centre.
 */
export function buildWarp(
  buffers: WarpBuffers,
  { target, destination, fromTarget }: Deformation,
  source: MeshSource,
  region: Box,
  cell: number,
  workspace: Workspace,
): WarpMap {
  const level = levelForMouth(chooseLevel(source, destination, cell), target, buffers.texels, workspace);
  const scale = level.size / source.atlas[0].size;
  const texels = workspace.view(warpScratch.texels, 3 * LANDMARK_COUNT);
  const samples = workspace.view(warpScratch.samples, 3 * LANDMARK_COUNT);
  for (let i = 0; i < texels.length; i += 3) {
    texels[i] = source.atlasPositions[i] * scale;
    texels[i + 1] = source.atlasPositions[i + 1] * scale;
    samples[i] = (target[i] - region.x) / cell;
    samples[i + 1] = (target[i + 1] - region.y) / cell;
  }
  const across = workspace.view(buffers.across, 3 * triangles.count);
  const down = workspace.view(buffers.down, 3 * triangles.count);
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
